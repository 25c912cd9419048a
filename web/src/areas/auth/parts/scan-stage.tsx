import type { beginTotp } from '@throughline/contracts/account'
import type { Output } from '@throughline/contracts/endpoint'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { CodeField } from './code-field.tsx'
import { CodeProblem } from './code-problem.tsx'
import { texts } from './second-factor.texts.ts'
import { StageButtons } from './stage-buttons.tsx'
import { useCode } from './use-code.ts'

export type TotpKey = Output<typeof beginTotp>

/** In groups of four, as people read it out. */
const spaced = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

type ScanStageProps = {
  totp: TotpKey
  onCode: (code: string) => Promise<void>
  onCancel: (() => void) | undefined
}

export function ScanStage({ totp, onCode, onCancel }: ScanStageProps) {
  const code = useCode(onCode)
  const { form, lockedSeconds } = code
  return (
    <form {...form.props} className="@container">
      <CodeProblem code={code} />
      <div className="flex flex-col gap-x-6 gap-y-4 @min-[440px]:flex-row">
        <QrCode text={totp.uri} label={texts.qrCode} />
        <div className="min-w-0 flex-1">
          <p className="text-md text-fg-2">{texts.scan}</p>
          <p className="mt-2 mb-4 flex flex-wrap items-center gap-2">
            <code translate="no" className="rounded-sm bg-surface-3 px-2 py-1 font-mono text-xs break-words">
              <span className="sr-only">{texts.key} </span>
              {spaced(totp.secret)}
            </code>
            <CopyButton text={totp.secret} />
          </p>
          <CodeField code={code} size="md" />
        </div>
      </div>
      <StageButtons
        submit={texts.continue}
        note={texts.tenWrong}
        busy={form.busy}
        waiting={form.waiting || lockedSeconds > 0}
        onCancel={onCancel}
      />
    </form>
  )
}
