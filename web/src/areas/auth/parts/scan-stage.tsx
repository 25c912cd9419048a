import type { beginTotp } from '@throughline/contracts/account'
import type { Output } from '@throughline/contracts/endpoint'
import { encode } from 'uqr'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { CodeField } from './code-field.tsx'
import { CodeProblem } from './code-problem.tsx'
import { texts } from './second-factor.texts.ts'
import { StageButtons } from './stage-buttons.tsx'
import { useCode } from './use-code.ts'

const QUIET = 2

/** Dark on white in both themes, because cameras want it so. Drawn here; nothing is sent anywhere. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-42 shrink-0 rounded-md bg-white"
    >
      <path d={path} fill="#1d1c1a" />
    </svg>
  )
}

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
