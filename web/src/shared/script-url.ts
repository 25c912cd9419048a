interface ScriptPolicies {
  createPolicy(
    name: 'throughline',
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string }
  createPolicy(
    name: 'throughline-site',
    rules: { createHTML: (html: string) => string },
  ): { createHTML: (html: string) => string }
}

declare global {
  interface Window {
    /** Missing in browsers that do not ask for it. */
    trustedTypes?: ScriptPolicies
  }
}

/** Only what a server sends: nothing that a page could have put together, such as `data:` or `blob:`. */
function servedAddress(address: string): string {
  const { protocol, href } = new URL(address, location.href)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('This address is not one of a script')
  return href
}

let policy: { createScriptURL: (address: string) => string } | undefined

/**
 * An address that the browser loads as a script or a worker. Pages may give it no plain text for that (the server's
 * `require-trusted-types-for`); from which servers scripts come at all is the rest of that policy's business.
 */
export function scriptUrl(address: string): string {
  policy ??= window.trustedTypes?.createPolicy('throughline', { createScriptURL: servedAddress })
  return policy ? policy.createScriptURL(address) : servedAddress(address)
}
