import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

const Toaster = lazy(() => import('../ui/toaster.tsx').then((module) => ({ default: module.Toaster })))

/** Toasts wait in their queue until the page is idle and the place for them has been loaded. */
export function LateToaster() {
  const [ready, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  return <Suspense>{ready && <Toaster />}</Suspense>
}
