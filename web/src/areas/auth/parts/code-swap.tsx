import { linkClass } from '../../../ui/link-style.ts'
import { texts } from './second-factor.texts.ts'
import type { Code } from './use-code.ts'

/** From the app's code to a recovery code, and back. */
export function CodeSwap({ code, className }: { code: Code; className: string }) {
  return (
    <p className={className}>
      {code.recovery ? texts.phoneAtHand : texts.noPhone}{' '}
      <button type="button" onClick={code.swap} className={linkClass}>
        {code.recovery ? texts.byApp : texts.byRecovery}
      </button>
    </p>
  )
}
