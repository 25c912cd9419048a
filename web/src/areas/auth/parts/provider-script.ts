import { scriptUrl } from '../../../shared/script-url.ts'

type CredentialAnswer = { credential: string }

type ProviderButtonLook = {
  type: 'standard'
  theme: 'outline' | 'filled_black'
  size: 'large'
  text: 'signin_with'
  shape: 'rectangular'
  logo_alignment: 'center'
  width: number
}

/** The part of the identity provider's script that we call. */
type ProviderApi = {
  initialize(options: { client_id: string; nonce: string; callback: (answer: CredentialAnswer) => void }): void
  renderButton(parent: HTMLElement, look: ProviderButtonLook): void
}

declare global {
  interface Window {
    google?: { accounts: { id: ProviderApi } }
  }
}

const loads = new Map<string, Promise<ProviderApi>>()

/** Loads the script once for the page. A failed load is forgotten, so that the next visit tries again. */
export function loadProvider(url: string): Promise<ProviderApi> {
  const known = loads.get(url)
  if (known) return known
  const load = new Promise<ProviderApi>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl(url)
    script.async = true
    script.addEventListener('load', () =>
      window.google ? resolve(window.google.accounts.id) : reject(new Error('The provider script brought no api')),
    )
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
