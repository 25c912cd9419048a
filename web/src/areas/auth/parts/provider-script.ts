import { loadScript } from '../../../shared/load-script.ts'

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

export async function loadProvider(url: string): Promise<ProviderApi> {
  await loadScript(url)
  if (!window.google) throw new Error('The provider script brought no api')
  return window.google.accounts.id
}
