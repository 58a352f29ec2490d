/** Writes the types of the contract: `node integrations/contract-types.ts`. A file's bytes are a Blob. */
import { writeFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import ts from "typescript";

const CONTRACT = new URL("../../api/openapi.json", import.meta.url);
const TYPES = new URL("../src/api/schema.gen.ts", import.meta.url);
const BLOB = ts.factory.createTypeReferenceNode("Blob");

const types = await openapiTS(CONTRACT, {
  transform: ({ format }) => (format === "binary" ? BLOB : undefined),
});
writeFileSync(TYPES, COMMENT_HEADER + astToString(types));
