import type { SubmissionRow } from '@throughline/contracts/form-submissions'
import { Zap } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { texts } from '../submissions.texts.ts'

type TroubleStripProps = {
  rows: readonly SubmissionRow[]
  /** Of all responses, whatever the filter shows. */
  count: number
  /** Absent for people who may only read. */
  onFix: (() => void) | undefined
  /** Absent where nothing else is shown. */
  onShow: (() => void) | undefined
}

/** Responses that started nothing, with the reason of the latest and where it is repaired. */
export function TroubleStrip({ rows, count, onFix, onShow }: TroubleStripProps) {
  if (count === 0) return null
  const reason = rows.flatMap(({ starts }) => starts.flatMap((start) => start.reason ?? []))[0] ?? ''
  return (
    <Banner
      tone="danger"
      title={texts.trouble.title(count)}
      className="mx-4 my-2"
      action={
        <>
          {onFix && (
            <Button size="sm" icon={Zap} onClick={onFix}>
              {texts.trouble.fix}
            </Button>
          )}
          {onShow && (
            <Button size="sm" variant="ghost" onClick={onShow}>
              {texts.trouble.show}
            </Button>
          )}
        </>
      }
    >
      {count === 1 ? texts.trouble.one(reason) : texts.trouble.safe(reason)}
    </Banner>
  )
}
