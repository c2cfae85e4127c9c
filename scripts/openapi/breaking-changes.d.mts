/** An OpenAPI document without descriptions and examples. */
export interface SlimDocument {
  info: { version: string };
  paths: Record<string, Record<string, unknown>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, unknown> };
}
export interface AddedOperation {
  id: string;
  method: string;
  path: string;
}
export function slimDocument(document: object): SlimDocument;
export function breakingChanges(before: SlimDocument, next: SlimDocument): string[];
export function additions(
  before: SlimDocument,
  next: SlimDocument,
): { operations: AddedOperation[]; events: string[]; codes: string[]; fields: string[] };
