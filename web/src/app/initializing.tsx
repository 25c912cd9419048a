import { Mark } from '../areas/auth/parts/mark.tsx'
import { spec } from './texts.ts'

export function Initializing() {
  return (
    <main id="main" className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-canvas">
      <Mark />
      <h1 aria-live="polite" className="text-md font-normal tracking-normal text-fg-2">
        {spec.initializing}
      </h1>
    </main>
  )
}
