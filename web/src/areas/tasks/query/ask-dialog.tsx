import type { Task } from '@throughline/contracts/tasks'
import { useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useTaskAct } from '../detail/use-task-act.ts'
import { PersonPicker, type Picked } from '../parts/person-picker.tsx'
import { askQuery } from '../task-acts.api.ts'
import { queryTexts as texts } from './query.texts.ts'

type AskDialogProps = { task: Task; onClose: () => void }

/** A question to somebody about a task. */
export function AskDialog({ task, onClose }: AskDialogProps) {
  const [to, setTo] = useState<Picked | null>(null)
  const [question, setQuestion] = useState('')
  const [blocking, setBlocking] = useState(false)
  const [tried, setTried] = useState(false)
  const { busy, run } = useTaskAct(task.id)
  const text = question.trim()
  const ask = async () => {
    setTried(true)
    if (!to || text === '') return
    const body = { to: to.id, question: text, blocking }
    const call = () => askQuery(task.id, body)
    if (await run({ name: 'ask', call, done: texts.asked(to.name), failed: texts.failed })) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.ask}
      note={texts.askNote}
      action={{ label: texts.send, busy: busy === 'ask', onClick: () => void ask() }}
    >
      <div className="grid gap-4">
        <Field label={texts.to} error={tried && !to && texts.toMissing}>
          <PersonPicker value={to?.id ?? ''} onChange={(_, person) => setTo(person)} />
        </Field>
        <Field label={texts.question} error={tried && text === '' && texts.questionMissing}>
          <Textarea rows={3} maxLength={2000} value={question} onChange={({ target }) => setQuestion(target.value)} />
        </Field>
        <Checkbox checked={blocking} onChange={setBlocking} hint={texts.blockingNote}>
          {texts.blocking}
        </Checkbox>
      </div>
    </Dialog>
  )
}
