import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { texts } from '../audit.texts.ts'
import { exactTime } from './days.ts'
import type { Verification, Verified } from './use-verify.ts'

const checkTexts = texts.check

type VerifyBannerProps = {
  verification: Verification
  timeZone: string
  /** The row is being looked for further down. */
  looking?: boolean
  /** Given where the list can lead to the broken row. */
  onGoTo?: (seq: number) => void
  onDismiss: () => void
}

/** Stays until it is dismissed. */
export function VerifyBanner({ verification, timeZone, looking = false, onGoTo, onDismiss }: VerifyBannerProps) {
  if (verification.state === 'running')
    return (
      <Banner tone="info" title={texts.verifying}>
        <span className="flex items-center gap-3">
          <Progress label={checkTexts.progress} value={percent(verification)} className="max-w-80 flex-1" />
          <span className="tnum">{checkTexts.step(verification.checked, verification.rows)}</span>
        </span>
      </Banner>
    )
  if (verification.state === 'failed')
    return (
      <Banner tone="danger" title={checkTexts.failed} onDismiss={onDismiss}>
        {checkTexts.failedNote}
      </Banner>
    )
  const { result } = verification
  const { broken } = result
  if (!broken)
    return (
      <Banner
        tone="success"
        icon={ShieldCheck}
        title={result.rows === 0 ? checkTexts.nothing : checkTexts.good(result.rows)}
        onDismiss={onDismiss}
      >
        {checkTexts.goodNote(against(result, timeZone), checkTexts.pending(result.pending))}
      </Banner>
    )
  return (
    <Banner
      tone="danger"
      icon={ShieldAlert}
      title={checkTexts.broken(broken.seq)}
      onDismiss={onDismiss}
      action={
        onGoTo && (
          <Button size="sm" busy={looking} onClick={() => onGoTo(broken.seq)}>
            {checkTexts.goTo(broken.seq)}
          </Button>
        )
      }
    >
      {checkTexts.reasons[broken.reason]} {checkTexts.proven(broken.seq - 1)}
    </Banner>
  )
}

const percent = ({ checked, rows }: { checked: number; rows: number }) =>
  rows === 0 ? null : Math.round((checked / rows) * 100)

const against = ({ signed_head }: Verified, timeZone: string) =>
  signed_head ? checkTexts.against(exactTime(timeZone, signed_head.signed_at)) : checkTexts.notSigned
