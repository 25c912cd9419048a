import type { MessageType } from '@throughline/contracts/inbox'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { truncate } from '../../../core/truncate.ts'
import { approvalSummary } from '../../tasks/tasks.public.ts'
import type { MessageWire } from '../messages/message-wire.ts'
import { dueWords } from './due-words.ts'
import { texts } from './inbox-mails.texts.ts'
import { isDecided, labelOf, type MailReading } from './listed-message.ts'
import type { InboxMessageMail } from './mail-content.ts'

const MOST_ANSWERS = 4
const LONGEST_ANSWER = 120
/** Read where the file is, not in a line of a mail. */
const NOT_SHOWN = ['file', 'table', 'textarea', 'richtext']

type Summary = NonNullable<Awaited<ReturnType<typeof approvalSummary>>>
type MailFacts = Pick<InboxMessageMail, 'facts' | 'answers' | 'figure'>

const isAmount = ({ type }: Summary['answers'][number]) => type === 'currency'

/** Amounts first: they are what most decisions hang on. */
function answersOf({ answers }: Summary): Pick<MailFacts, 'answers' | 'figure'> {
  const short = answers.filter(({ type, shown }) => shown !== '' && !NOT_SHOWN.includes(type))
  const ordered = [...short.filter(isAmount), ...short.filter((one) => !isAmount(one))]
  return {
    answers: ordered.slice(0, MOST_ANSWERS).map(({ label, shown }) => ({ label, is: truncate(shown, LONGEST_ANSWER) })),
    figure: short.find(isAmount)?.shown ?? null,
  }
}

function approvalsOf({ given, needed, last }: Summary, { zone, now }: MailReading): MailFacts['facts'] {
  if (needed < 2 && given === 0) return []
  const when = last && dueWords(zone, now, { due: last.at.toISOString(), due_day: null })?.short
  return [{ of: 'approvals', is: texts.approvals(given, needed, last && when ? { name: last.name, when } : undefined) }]
}

function fileOf(files: readonly { name: string; version?: number }[]): MailFacts['facts'] {
  const [file, ...more] = files
  return file ? [{ of: 'file', is: texts.moreFiles(texts.file(file.name, file.version), more.length) }] : []
}

/** What the mail about one message states: of an approval what it is about and how far it is, else where it belongs. */
export async function factsOf(
  tx: ReadTx,
  wire: MessageWire,
  type: MessageType,
  reading: MailReading,
): Promise<MailFacts> {
  const task = wire.metadata.entities.find(({ entityType }) => entityType === 'task')
  const summary = isDecided(type) && task ? await approvalSummary(tx, task.entityId) : undefined
  const [instance, workflow] = [labelOf(wire, 'instance'), labelOf(wire, 'workflow')]
  const facts: MailFacts['facts'] = [
    ...(instance ? [{ of: 'instance' as const, is: instance }] : []),
    ...(workflow ? [{ of: 'workflow' as const, is: workflow }] : []),
    ...fileOf(summary?.files ?? wire.attachments.map(({ name }) => ({ name }))),
    ...(summary ? approvalsOf(summary, reading) : []),
    ...(wire.priority === 'high' ? [{ of: 'priority' as const, is: texts.high }] : []),
  ]
  return { facts, ...(summary ? answersOf(summary) : { answers: [], figure: null }) }
}
