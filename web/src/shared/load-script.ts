import { scriptUrl } from './script-url.ts'

const loads = new Map<string, Promise<void>>()

/** Loads a provider's script once for the page. A failed load is forgotten, so that the next one tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loads.get(url)
  if (known) return known
  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl(url)
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The provider script could not be loaded'))
    })
    document.head.append(script)
  })
  loads.set(url, load)
  load.catch(() => loads.delete(url))
  return load
}
