import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import { useCallback, useEffect } from 'react'
import { ErrorBlock } from '../ui/error-block.tsx'
import { uiTexts } from '../ui/ui.texts.ts'
import { texts } from './texts.ts'

function causeOf(error: unknown): string {
  if (error instanceof ApiError) return error.requestId ? texts.trouble.request(error.requestId) : error.message
  // The browser's fetch reports a server it cannot reach as a TypeError without further words.
  if (!(error instanceof TypeError && /fetch|import|network|load failed/i.test(error.message)))
    return texts.trouble.unknown
  return navigator.onLine ? texts.trouble.unreachable : uiTexts.notLoadedOffline
}

/** For what fails before there is a frame around the page. */
export function WholePageTrouble(props: ErrorComponentProps) {
  return (
    <main id="main" className="grid min-h-dvh bg-canvas">
      <Trouble {...props} />
    </main>
  )
}

/** Stands where the page would be; the rest of the application goes on. */
export function Trouble({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return (
    <div className="grid min-h-full place-items-center p-6">
      <h1 className="sr-only">{texts.trouble.title}</h1>
      <ErrorBlock title={texts.trouble.title} hint={causeOf(error)} onRetry={again} />
    </div>
  )
}
