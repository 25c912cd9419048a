import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadScript } from '../../../shared/load-script.ts'
import { cn } from '../../../ui/cn.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useTheme } from '../../../ui/use-theme.ts'
import { googleNonceQuery } from '../auth.api.ts'
import { texts } from '../auth.texts.ts'

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

async function loadProvider(url: string): Promise<ProviderApi> {
  await loadScript(url)
  if (!window.google) throw new Error('The provider script brought no api')
  return window.google.accounts.id
}

const WIDEST = 360

type ProviderButtonProps = {
  /** Tells whether the sign-in went well; otherwise the nonce is spent and a new one is fetched. */
  onCredential: (token: string) => Promise<boolean>
  busy: boolean
}

/** The box into which the provider's own script draws its button. */
export function ProviderButton({ onCredential, busy }: ProviderButtonProps) {
  const box = useRef<HTMLDivElement>(null)
  const { theme } = useTheme()
  const { data, isLoadingError, refetch } = useQuery(googleNonceQuery)
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')

  const [width, setWidth] = useState(WIDEST)

  useEffect(() => {
    const fit = () => setWidth(Math.min(WIDEST, box.current?.clientWidth ?? WIDEST))
    fit()
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  }, [])

  const receive = useEffectEvent(async (token: string) => {
    if (!(await onCredential(token))) await refetch()
  })

  useEffect(() => {
    if (!data) return undefined
    let current = true
    const draw = async () => {
      const provider = await loadProvider(data.script_url)
      const parent = box.current
      if (!current || !parent) return
      provider.initialize({
        client_id: data.client_id,
        nonce: data.nonce,
        callback: ({ credential }) => void receive(credential),
      })
      parent.replaceChildren()
      provider.renderButton(parent, {
        type: 'standard',
        theme: theme === 'dark' ? 'filled_black' : 'outline',
        size: 'large',
        text: 'signin_with',
        shape: 'rectangular',
        logo_alignment: 'center',
        width,
      })
      setState('drawn')
    }
    draw().catch(() => current && setState('failed'))
    return () => {
      current = false
    }
  }, [data, theme, width])

  const failed = isLoadingError || state === 'failed'
  return (
    <div className="relative h-(--control-lg)" aria-busy={state === 'loading' && !failed}>
      {failed ? (
        <output className="grid h-full place-items-center text-center text-sm text-fg-3">
          {texts.googleUnavailable}
        </output>
      ) : (
        state === 'loading' && (
          <Loading label={texts.googleLoading} className="absolute inset-0">
            <Skeleton className="h-full rounded-sm!" />
          </Loading>
        )
      )}
      {/* The provider's frame is see-through only in the light scheme. */}
      <div ref={box} inert={busy} className={cn('scheme-light', failed ? 'hidden' : 'h-full')} />
    </div>
  )
}
