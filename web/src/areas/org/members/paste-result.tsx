import { Check, TriangleAlert, X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts } from '../members.texts.ts'
import type { Grant } from './use-invite.ts'
import type { SentLine } from './use-paste.ts'

const resultTexts = texts.result

type PasteResultProps = {
  lines: readonly SentLine[]
  grant: Grant
  /** Grows with every sending, so that the focus goes to the first failed line each time. */
  sending: number
  onEdit: (line: SentLine, text: string) => void
  onLeaveOut: (line: SentLine) => void
}

const focusFirst = (list: HTMLElement | null) => list?.querySelector('input')?.focus()

/** Lines that failed come first, keep their number and can be edited; lines that worked are only reported. */
export function PasteResult({ lines, grant, sending, onEdit, onLeaveOut }: PasteResultProps) {
  const bad = lines.filter(({ refusal }) => refusal)
  const good = lines.filter(({ refusal }) => !refusal)
  return (
    <div className="-mx-5 -mb-5">
      <output className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 pb-3 text-sm">
        {bad.length > 0 && (
          <span className="inline-flex items-center gap-1.5 font-medium text-danger-fg">
            <TriangleAlert size={15} aria-hidden />
            {resultTexts.bad(bad.length)}
          </span>
        )}
        {good.length > 0 && (
          <span className="inline-flex items-center gap-1.5 text-fg-2">
            <Check size={15} strokeWidth={2.4} aria-hidden className="text-success-fg" />
            {resultTexts.good(good.length, grant.role?.display_name ?? '', grant.team?.name)}
          </span>
        )}
      </output>
      <ol key={sending} ref={focusFirst} aria-label={resultTexts.list} className="border-t">
        {bad.map((line) => (
          <BadLine key={line.at} line={line} onEdit={onEdit} onLeaveOut={onLeaveOut} />
        ))}
        {good.map((line) => (
          <li key={line.at} className="flex min-h-9 items-center gap-3 border-b px-5 last:border-b-0">
            <span translate="no" className="tnum w-5 text-right text-xs text-fg-3">
              {line.line}
            </span>
            <span translate="no" className="min-w-0 flex-1 truncate px-2.5 font-mono text-xs text-fg-2">
              {line.text}
            </span>
            <span className="mr-8 flex w-49 shrink-0 items-center gap-1.5 text-xs text-fg-2 max-[640px]:mr-0 max-[640px]:w-auto">
              <Check size={14} strokeWidth={2.4} aria-hidden className="text-success-fg" />
              {resultTexts.sent}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type BadLineProps = Pick<PasteResultProps, 'onEdit' | 'onLeaveOut'> & { line: SentLine }

function BadLine({ line, onEdit, onLeaveOut }: BadLineProps) {
  const note = useId()
  return (
    <li className="flex items-start gap-3 border-b bg-danger-bg/40 px-5 py-2.5 max-[640px]:flex-wrap dark:bg-danger-bg/30">
      <span translate="no" className="tnum w-5 pt-1.5 text-right text-xs text-fg-2">
        {line.line}
      </span>
      <Input
        aria-label={resultTexts.line(line.line)}
        aria-invalid
        aria-describedby={note}
        spellCheck={false}
        value={line.text}
        onChange={(event) => onEdit(line, event.target.value)}
        className="min-w-0 flex-1 font-mono text-xs!"
      />
      <p id={note} className="w-49 shrink-0 pt-px text-xs max-[640px]:order-last max-[640px]:w-full max-[640px]:pl-8">
        <span className="block font-medium text-danger-fg">{line.refusal?.title}</span>
        <span className="text-fg-2">{line.refusal?.hint}</span>
      </p>
      <IconButton
        label={resultTexts.leaveOut(line.line)}
        icon={X}
        className="mt-0.5 -mr-2"
        onClick={() => onLeaveOut(line)}
      />
    </li>
  )
}
