import { useLate } from './use-late.ts'

const loadToaster = () => import('../ui/toaster.tsx')

/** Toasts wait in their queue until the place for them has been loaded. */
export function LateToaster() {
  const loaded = useLate(loadToaster)
  return loaded && <loaded.Toaster />
}
