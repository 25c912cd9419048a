import type { DocumentDetail } from '@throughline/contracts/documents'
import { Check, Lock, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from './decision.texts.ts'
import { useFileDecision, type Verdict } from './use-file-decision.ts'

const MAX_LENGTH = 5000

/** One's own decision about the version that is shown. What is decided already is asked about only on demand. */
export function FileDecision({ file }: { file: DocumentDetail }) {
  const [again, setAgain] = useState<number>()
  const { approval, current_version: current } = file
  const settled = approval?.state === 'approved' || approval?.state === 'rejected'
  if (!file.can.decide || file.sha256 === null) return null
  if (!settled && file.status !== 'review' && again !== current)
    return <DecideButton onPress={() => setAgain(current)}>{texts.approve(current)}</DecideButton>
  if (settled && again !== current)
    return <DecideButton onPress={() => setAgain(current)}>{texts.decideAgain}</DecideButton>
  return <DecisionForm file={file} onDone={() => setAgain(undefined)} />
}

function DecideButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <Section title={texts.decision}>
      <Button size="sm" icon={Check} onClick={onPress}>
        {children}
      </Button>
    </Section>
  )
}

function DecisionForm({ file, onDone }: { file: DocumentDetail; onDone: () => void }) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, changed, isTaken, decide } = useFileDecision(file)
  const text = comment.trim()
  const send = async (verdict: Verdict) => {
    if (verdict === 'reject' && text === '') {
      setMissing(true)
      document.getElementById(id)?.focus()
      return
    }
    if (!(await decide(verdict, text))) return
    setComment('')
    onDone()
  }
  return (
    <Section title={texts.decision}>
      <div className="space-y-2.5">
        {changed && (
          <Banner tone="warning" title={texts.changedMeanwhile(file.current_version)}>
            {isTaken && texts.pressAgain}
          </Banner>
        )}
        <Field
          id={id}
          label={texts.comment}
          action={texts.commentNote}
          error={missing && text === '' && texts.commentMissing}
        >
          <Textarea
            rows={2}
            maxLength={MAX_LENGTH}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            icon={Check}
            busy={busy === 'approve'}
            onClick={() => void send('approve')}
            className="flex-1"
          >
            {texts.approve(file.current_version)}
          </Button>
          <Button icon={X} busy={busy === 'reject'} onClick={() => void send('reject')}>
            {texts.reject}
          </Button>
        </div>
        <p className="flex items-start gap-1.5 text-xs text-fg-3">
          <Lock size={12} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {texts.bound} {file.task_name !== null && texts.noVote(file.task_name)}
          </span>
        </p>
      </div>
    </Section>
  )
}
