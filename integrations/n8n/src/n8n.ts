/**
 * The part of n8n's interface (`n8n-workflow`) that these nodes use. The package has 130 others, which n8n has
 * anyway where the nodes run.
 */
export interface NodeProperty {
  displayName: string;
  name: string;
  type: string;
  default: unknown;
  description?: string;
  required?: boolean;
  noDataExpression?: boolean;
  placeholder?: string;
  typeOptions?: Record<string, unknown>;
  displayOptions?: { show: Record<string, unknown[]> };
  options?: object[];
}

/**
 * How the parameters of an operation are sent. Fields are pairs of name and kind: `value` is sent as it is, `time` as
 * ISO 8601, `texts` as a list, and `json` is parsed.
 */
export interface OperationRequest {
  method: string;
  path: string;
  inPath: string[];
  isPaged: boolean;
  /** The fields of the body; null without one. */
  fields: string[][] | null;
  query: string[][];
}

export interface Item {
  json: Record<string, unknown>;
  pairedItem?: { item: number };
}

export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  qs?: Record<string, unknown>;
  body?: unknown;
  json?: boolean;
  returnFullResponse?: boolean;
  ignoreHttpStatusErrors?: boolean;
  disableFollowRedirect?: boolean;
}

export interface HttpResponse {
  statusCode: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation.
  body: any;
}

interface Functions {
  getCredentials(name: string): Promise<Record<string, unknown>>;
  getNode(): { id: string; name: string };
  helpers: {
    httpRequestWithAuthentication(
      this: Functions,
      credential: string,
      request: HttpRequest,
    ): Promise<unknown>;
  };
}

export interface ExecuteFunctions extends Functions {
  getInputData(): { json: Record<string, unknown> }[];
  getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
  getExecutionId(): string;
  /** The time zone of the workflow. */
  getTimezone(): string;
  getWorkflowDataProxy(itemIndex: number): { $runIndex: number };
  continueOnFail(): boolean;
}

export interface HookFunctions extends Functions {
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getNodeWebhookUrl(name: string): string | undefined;
  getWorkflowStaticData(type: string): Record<string, unknown>;
}

export interface WebhookFunctions {
  getRequestObject(): { rawBody: Buffer | string; headers: Record<string, string | string[] | undefined> };
  getResponseObject(): { status(code: number): { send(body: string): unknown } };
  getWorkflowStaticData(type: string): Record<string, unknown>;
}
