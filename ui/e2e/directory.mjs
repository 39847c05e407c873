// A bank's directory for tests: the OpenID provider `oidc-provider`, which nobody here wrote, over HTTP on this machine. It is started
// with its settings as one argument of JSON, says its port on standard output, and ends with its standard input.
//   issuer       the address at which it is reached, where that is another than its own
//   port         0 or absent for a free one
//   clients      [{id, secret, returns, logout}]: who may ask it; logout is where it tells of a log-out
//   people       {name: {acr, amr, groups}}: who signs in by the password "right", and as sub-NAME
//   clockSeconds by how much its clock is wrong
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import Provider, { errors } from "oidc-provider";

const given = JSON.parse(process.argv[2]);
if (given.clockSeconds) {
  const right = Date.now;
  Date.now = () => right() + given.clockSeconds * 1000;
}

let provider;
const server = createServer((request, response) => serve(request, response));
server.listen(given.port ?? 0, "127.0.0.1", () => {
  const port = server.address().port;
  provider = made(given.issuer ?? `http://127.0.0.1:${port}`);
  process.stdout.write(`${port}\n`);
});
process.stdin.on("end", () => process.exit(0)).resume();

/**
 * A new private RSA key as a JWK (RFC 7518, 6.3), from the numbers of its PKCS #1 form. Node's own export to a JWK stands still for ever
 * when garbage is collected in its midst (20.20.2): a test in a thousand hung so.
 */
function newKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const der = privateKey.export({ format: "der", type: "pkcs1" });
  let at = 1;
  const length = () => {
    const first = der[at++];
    if (first < 0x80) return first;
    at += first & 0x7f;
    return der.readUIntBE(at - (first & 0x7f), first & 0x7f);
  };
  length(); // of the sequence
  const numbers = [];
  while (at < der.length) {
    at++;
    const size = length();
    at += size;
    const number = der.subarray(at - size, at);
    numbers.push(number.subarray(number[0] === 0 ? 1 : 0).toString("base64url"));
  }
  const [, n, e, d, p, q, dp, dq, qi] = numbers;
  return { kty: "RSA", n, e, d, p, q, dp, dq, qi };
}

function made(issuer) {
  const out = new Provider(issuer, {
    jwks: { keys: [{ ...newKey(), kid: randomUUID(), use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomUUID()] },
    clients: given.clients.map((c) => ({
      client_id: c.id,
      client_secret: c.secret,
      redirect_uris: c.returns,
      id_token_signed_response_alg: "RS256",
      backchannel_logout_uri: c.logout,
      backchannel_logout_session_required: Boolean(c.logout),
    })),
    claims: { openid: ["sub", "groups", "acr", "amr"] },
    acrValues: ["pwd", "phr", "phrh"],
    // Groups are wanted in the ID token, as banks' directories put them there.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_, interaction) => `/login/${interaction.uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, groups: given.people[id.slice(4)]?.groups }),
    }),
    // The bank's people are not asked whether their own bank may know them.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      });
      grant.addOIDCScope("openid");
      await grant.save();
      return grant;
    },
    // The provider refuses to tell this very machine of a log-out; here it is all there is.
    fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  });
  // Every answer of this machine is by http.
  out.proxy = true;
  return out;
}

async function serve(request, response) {
  if (!request.url.startsWith("/login/")) {
    return provider.callback()(request, response);
  }
  try {
    const asked = await provider.interactionDetails(request, response);
    if (request.method !== "POST") {
      return page(response, asked.params.login_hint ?? "");
    }
    let text = "";
    for await (const part of request) {
      text += part;
    }
    const form = new URLSearchParams(text);
    const person = given.people[form.get("username")];
    if (!person || form.get("password") !== "right") {
      return page(response, form.get("username") ?? "");
    }
    const login = { accountId: `sub-${form.get("username")}`, acr: person.acr, amr: person.amr };
    return await provider.interactionFinished(request, response, { login });
  } catch (error) {
    response.writeHead(error instanceof errors.OIDCProviderError ? error.statusCode : 500);
    response.end(String(error));
  }
}

function page(response, name) {
  const shown = name.replace(/@.*/, "").replace(/[^\w-]/g, "");
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html lang="ja"><title>湊星銀行 認証基盤</title>
<h1>湊星銀行 認証基盤</h1><form method="post">
<p><label>ユーザー名 <input name="username" value="${shown}"></label></p>
<p><label>パスワード <input name="password" type="password"></label></p>
<button>ログイン</button></form></html>`);
}
