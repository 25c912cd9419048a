import type { AuditEntry } from '@throughline/contracts/audit'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { texts } from '../audit.texts.ts'
import { exactTime } from './days.ts'
import type { Verified } from './use-verify.ts'

type Change = { name: string; before: string; after: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const objectAt = (data: Record<string, unknown>, key: string) => {
  const found = data[key]
  return isObject(found) ? found : {}
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.row.nothing
  if (typeof value === 'boolean') return value ? texts.row.yes : texts.row.no
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** What an act says about before and after, one line for each thing that differs. */
function changesOf(data: Record<string, unknown>): Change[] {
  const before = objectAt(data, 'before')
  const after = objectAt(data, 'after')
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, before: valueText(before[name]), after: valueText(after[name]) }))
    .filter((change) => change.before !== change.after)
}

/** Further facts of the act; that staff did it stands with who. */
const factsOf = (data: Record<string, unknown>): [string, string][] =>
  Object.entries(data)
    .filter(([name]) => !['name', 'before', 'after', 'open', 'staff'].includes(name))
    .map(([name, value]) => [name, valueText(value)])

const rowTexts = texts.row
const SEAL_PREFIX_LENGTH = 16

type RowDetailsProps = { entry: AuditEntry; timeZone: string; broken: Verified['broken'] }

export function RowDetails({ entry, timeZone, broken }: RowDetailsProps) {
  const changes = changesOf(entry.data)
  return (
    <div className="grid gap-x-8 gap-y-3.5 py-4 pr-4 pl-4 @3xl:grid-cols-[1.1fr_1fr_1.3fr] @3xl:pl-14">
      <dl className="min-w-0 space-y-3.5">
        <Pair name={rowTexts.act} mono>
          {entry.act}
        </Pair>
        <Pair name={rowTexts.time}>{exactTime(timeZone, entry.at)}</Pair>
      </dl>
      <dl className="min-w-0 space-y-3.5">
        <Pair name={rowTexts.device}>{entry.device || rowTexts.noDevice}</Pair>
        <Pair name={rowTexts.request} mono>
          {entry.request_id}
        </Pair>
      </dl>
      <dl className="min-w-0 space-y-3.5">
        {changes.length > 0 ? (
          <div>
            <dt className="text-xs text-fg-3">{rowTexts.change}</dt>
            {changes.map((change) => (
              <ChangeLine key={change.name} {...change} />
            ))}
          </div>
        ) : (
          entry.entity_name && <Pair name={rowTexts.object}>{entry.entity_name}</Pair>
        )}
        {entry.hidden && (
          <div>
            <dt className="text-xs text-fg-3">{rowTexts.object}</dt>
            <dd className="mt-0.5">{rowTexts.hiddenNote}</dd>
          </div>
        )}
        {factsOf(entry.data).map(([name, value]) => (
          <Pair key={name} name={<span translate="no">{name}</span>}>
            {value}
          </Pair>
        ))}
        {broken ? <BrokenSeal broken={broken} /> : <Seal entry={entry} />}
      </dl>
    </div>
  )
}

function Pair({ name, mono, children }: { name: ReactNode; mono?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd translate="no" className={cn('mt-0.5 break-words', mono && 'font-mono text-xs leading-5')}>
        {children}
      </dd>
    </div>
  )
}

function ChangeLine({ name, before, after }: { name: string; before: string; after: string }) {
  return (
    <dd translate="no" className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-xs text-fg-3">{name}</span>
      <span className="sr-only">{rowTexts.before}</span>
      <span className="rounded-xs bg-danger-bg px-1.5 break-all text-danger-fg line-through decoration-1">
        {before}
      </span>
      <ArrowRight size={13} aria-hidden className="text-fg-3" />
      <span className="sr-only">{rowTexts.after}</span>
      <span className="rounded-xs bg-success-bg px-1.5 break-all text-success-fg">{after}</span>
    </dd>
  )
}

function Seal({ entry: { seq, hash } }: { entry: AuditEntry }) {
  const name = seq !== null && seq > 1 ? rowTexts.sealAfter(seq - 1) : rowTexts.seal
  return (
    <div>
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd className="mt-0.5 flex items-center gap-1 font-mono text-xs leading-5">
        {hash === null ? (
          rowTexts.beingSealed
        ) : (
          <>
            <span translate="no">{hash.slice(0, SEAL_PREFIX_LENGTH)}</span>
            <span className="font-sans">
              <CopyButton text={hash}>{rowTexts.copySeal}</CopyButton>
            </span>
          </>
        )}
      </dd>
    </div>
  )
}

function BrokenSeal({ broken }: { broken: NonNullable<Verified['broken']> }) {
  return (
    <div>
      <dt className="text-xs text-danger-fg">{rowTexts.sealBroken}</dt>
      <dd className="mt-0.5 font-mono text-xs leading-5">
        <span className="block">
          {rowTexts.stored}{' '}
          <span translate="no">{broken.expected_hash?.slice(0, SEAL_PREFIX_LENGTH) ?? rowTexts.none}</span>
        </span>
        <span className="block text-danger-fg">
          {rowTexts.content}{' '}
          <span translate="no">{broken.found_hash?.slice(0, SEAL_PREFIX_LENGTH) ?? rowTexts.none}</span>
        </span>
      </dd>
    </div>
  )
}
