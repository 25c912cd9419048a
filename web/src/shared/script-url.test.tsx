import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

/** What a browser that knows trusted types hands out in place of a text. */
function trusting() {
  const names: string[] = []
  const createPolicy = (name: string, rules: { createScriptURL: (address: string) => string }) => {
    names.push(name)
    return { createScriptURL: (address: string) => `trusted ${rules.createScriptURL(address)}` }
  }
  vi.stubGlobal('trustedTypes', { createPolicy })
  return names
}

test('an address of a script is made by the one policy that the server lets pages have', async () => {
  const names = trusting()
  const { scriptUrl } = await import('./script-url.ts')
  expect(scriptUrl('/assets/worker.js')).toBe(`trusted ${location.origin}/assets/worker.js`)
  expect(scriptUrl('https://id.example/script.js')).toBe('trusted https://id.example/script.js')
  expect(names).toEqual(['throughline'])
})

test('where a browser does not ask for it, it is the address itself', async () => {
  const { scriptUrl } = await import('./script-url.ts')
  expect(scriptUrl('/assets/worker.js')).toBe(`${location.origin}/assets/worker.js`)
})

test.each(['data:text/javascript,alert(1)', 'blob:http://localhost/1', 'javascript:alert(1)', 'file:///etc/passwd'])(
  '%s is none, with or without',
  async (address) => {
    const plain = await import('./script-url.ts')
    expect(() => plain.scriptUrl(address)).toThrow(TypeError)
    vi.resetModules()
    trusting()
    const trusted = await import('./script-url.ts')
    expect(() => trusted.scriptUrl(address)).toThrow(TypeError)
  },
)
