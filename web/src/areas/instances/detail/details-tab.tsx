import { Link } from '@tanstack/react-router'
import type { Instance } from '@throughline/contracts/instances'
import type { Person, ShownAnswer } from '@throughline/contracts/running'
import type { ReactNode } from 'react'
import { dueDateText } from '../../../shared/format/due.ts'
import type { Clock } from '../../../shared/format/time.ts'
import { dateText, exactMoment } from '../../../shared/format/time.ts'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { AnswerFiles } from '../../documents/parts/answer-files.tsx'
import { askedForText } from '../../tasks/parts/change-request.texts.ts'
import { CutNote } from '../../tasks/parts/cut-note.tsx'
import { PersonName } from '../../tasks/parts/person-name.tsx'
import { InstanceGlyph, instanceStatusLabel } from '../parts/instance-status.tsx'
import { originText } from '../parts/origin-text.ts'
import { spec, texts } from './detail.texts.ts'

/** What people answered, and what is known besides. */
export function DetailsTab({ instance, clock }: { instance: Instance; clock: Clock }) {
  const { answers, metadata, parent, children } = instance
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-10 px-6 py-5 @max-[800px]:grid-cols-1 @max-[800px]:gap-6 @max-[600px]:px-4">
      <div className="space-y-6">
        <ChangeRequests waiting={instance.waiting} />
        <Section title={texts.answers} count={answers.length}>
          {answers.length === 0 ? (
            <p className="text-fg-3">{texts.noAnswers}</p>
          ) : (
            <dl className="grid grid-cols-[minmax(120px,auto)_1fr] gap-x-6">
              {answers.map((answer) => (
                <Answer key={answer.name} {...answer} />
              ))}
            </dl>
          )}
        </Section>
      </div>
      <div className="space-y-6">
        <Dates instance={instance} clock={clock} />
        <Section title={texts.people}>
          <Facts>
            <Fact name={texts.owner}>
              {instance.started_by ? <PersonName person={instance.started_by} /> : originText(instance)}
            </Fact>
            <Fact name={texts.takingPart}>
              <People people={waitedForPeople(instance)} />
            </Fact>
            {metadata.customer && (
              <Fact name={texts.customer} own>
                {metadata.customer}
              </Fact>
            )}
          </Facts>
        </Section>
        {(parent || children.length > 0) && (
          <Section title={texts.related}>
            <ul className="space-y-1.5">
              {parent && <Related instance={parent} note={texts.parent} />}
              {children.map((child) => (
                <Related key={child.id} instance={child} note={texts.children} />
              ))}
            </ul>
          </Section>
        )}
      </div>
    </div>
  )
}

/** What has to be changed before it goes on: whose words, and for which step. */
function ChangeRequests({ waiting }: Pick<Instance, 'waiting'>) {
  const asked = waiting.flatMap(({ step, name, change_request }) =>
    change_request ? [{ step, name, request: change_request }] : [],
  )
  if (asked.length === 0) return null
  return (
    <Section title={texts.changesRequested}>
      <ul className="space-y-3">
        {asked.map(({ step, name, request }) => (
          <li key={step}>
            <p className="text-fg-3">
              {askedForText(request)}{' '}
              <span translate="no" dir="auto">
                {texts.inStep(name)}
              </span>
            </p>
            <p translate="no" dir="auto" className="break-words whitespace-pre-line">
              {request.comment}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The two that every workflow has; an end with a name of its own is called by it. */
const outcomes: Record<string, string> = texts.outcomes

function Dates({ instance, clock: { zone } }: { instance: Instance; clock: Clock }) {
  const { created_at, started_at, completed_at, due_date, due_has_time, outcome } = instance
  return (
    <Section title={texts.dates}>
      <Facts>
        <Fact name={texts.created} own>
          {dateText(created_at, zone)}
        </Fact>
        <Fact name={texts.started} own>
          {started_at && exactMoment(started_at, zone)}
        </Fact>
        <Fact name={spec.dueDate} own>
          {due_date && dueDateText(due_date, due_has_time, zone)}
        </Fact>
        {completed_at && (
          <Fact name={texts.completed} own>
            {exactMoment(completed_at, zone)}
          </Fact>
        )}
        {outcome && (
          <Fact name={texts.outcome} own>
            {outcomes[outcome] ?? outcome}
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

/** Each once, in the order of the reasons. */
const waitedForPeople = ({ waiting }: Instance): Person[] => [
  ...new Map(waiting.flatMap(({ people }) => people).map((person) => [person.id, person])).values(),
]

function People({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return <span className="text-fg-3">{texts.nobodyAsked}</span>
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
      {people.map((person) => (
        <PersonName key={person.id} person={person} />
      ))}
    </span>
  )
}

type RelatedProps = { instance: Pick<Instance, 'id' | 'key' | 'name'> & { status?: Instance['status'] }; note: string }

function Related({ instance: { id, key, name, status }, note }: RelatedProps) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      {status && <InstanceGlyph status={status} />}
      <Link
        to="/instances/$instanceId"
        params={{ instanceId: id }}
        translate="no"
        className={`truncate ${quietLinkClass}`}
      >
        {key} {name}
      </Link>
      <span className="ml-auto text-xs whitespace-nowrap text-fg-3">{status ? instanceStatusLabel(status) : note}</span>
    </li>
  )
}

function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 flex items-baseline gap-2 text-xs font-medium tracking-normal text-fg-3">
        {title}
        {count !== undefined && (
          <span translate="no" className="tnum font-normal">
            {count}
          </span>
        )}
      </h2>
      {children}
    </section>
  )
}

const Facts = ({ children }: { children: ReactNode }) => <dl className="grid grid-cols-[96px_1fr]">{children}</dl>

const value = "min-w-0 py-1 text-left break-words whitespace-pre-wrap empty:before:text-fg-3 empty:before:content-['–']"

function Answer({ label, shown, size, files }: ShownAnswer) {
  return (
    <>
      <dt translate="no" dir="auto" className="py-1 text-left text-fg-3">
        {label}
      </dt>
      <dd translate="no" dir="auto" className={value}>
        {files.length > 0 ? <AnswerFiles files={files} /> : shown}
        <CutNote size={size} />
      </dd>
    </>
  )
}

/** `own`: what people wrote, or a date. */
function Fact({ name, own, children }: { name: string; own?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="py-1 text-fg-3">{name}</dt>
      <dd {...(own && { translate: 'no', dir: 'auto' })} className={value}>
        {children}
      </dd>
    </>
  )
}
