/**
 * A certified OpenID Connect provider (npm oidc-provider) on this machine, for tests:
 * node openid_provider.mjs <folder of node_modules> <settings as JSON>. Prints "ready" when it answers.
 */
import { generateKeyPairSync } from "node:crypto";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, text] = process.argv.slice(2);
const settings = JSON.parse(text);
const library = createRequire(`${folder}/`).resolve("oidc-provider");
const { default: Provider } = await import(pathToFileURL(library).href);

const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });

const provider = new Provider(`http://127.0.0.1:${settings.port}`, {
  clients: [
    {
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      redirect_uris: [settings.callback],
      token_endpoint_auth_method: settings.authMethod,
    },
  ],
  clientAuthMethods: [settings.authMethod],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  conformIdTokenClaims: settings.conformIdTokenClaims,
  cookies: { keys: ["only for tests"] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, ...settings.accounts[id] }),
  }),
  jwks: { keys: [{ ...key, kid: settings.keyId, use: "sig", alg: "RS256" }] },
  pkce: { required: () => true },
});
provider.listen(settings.port, "127.0.0.1", () => console.log("ready"));
