export interface ApiOperation {
  id: string;
  group: string;
  name: string;
  method: string;
  path: string;
  inPath: string[];
  query: { name: string }[];
  body?: object;
  isUpload: boolean;
}
export function operationsOf(document: object): ApiOperation[];
