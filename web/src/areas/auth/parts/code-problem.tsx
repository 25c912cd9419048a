import { LOCKED_MINUTES } from '@throughline/contracts/account'
import { Lock } from 'lucide-react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { countdownText } from '../../../shared/format/duration.ts'
import { Banner } from '../../../ui/banner.tsx'
import { texts } from './second-factor.texts.ts'
import type { Code } from './use-code.ts'

/** Above the code: why it was not taken, or until when the second step is locked. */
export function CodeProblem({ code }: { code: Code }) {
  const { form, lockedSeconds } = code
  if (lockedSeconds === 0) return <FormProblem problem={form.problem} seconds={form.seconds} />
  return (
    <Banner tone="danger" icon={Lock} title={texts.lockedTitle} className="mb-5">
      <span className="sr-only">{texts.lockedNote(Math.min(LOCKED_MINUTES, Math.ceil(lockedSeconds / 60)))}</span>
      <span aria-hidden className="tnum">
        {texts.lockedFor(countdownText(lockedSeconds))}
      </span>
    </Banner>
  )
}
