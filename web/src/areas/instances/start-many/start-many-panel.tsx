import { MAX_BULK_STARTS } from '@throughline/contracts/instances'
import { parseTable, type Table } from '@throughline/flow/start-table'
import { useMemo, useState } from 'react'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts as startTexts } from '../start/start.texts.ts'
import type { StartForm } from '../start/use-start.ts'
import { texts } from './start-many.texts.ts'
import { StartManyResults } from './start-many-results.tsx'
import { TableColumns } from './table-columns.tsx'
import { type Mapping, matchedColumns, readRows, targetsOf, targetTwice } from './table-rows.ts'
import { useStartMany } from './use-start-many.ts'

export type StartManyPanelProps = {
  form: StartForm
  onClose: () => void
  onStarted: (instanceId: string) => void
}

const MAX_FILE = 4 * 1_048_576

/** Many instances at once: a table is pasted, its columns are matched, and each row starts one. */
export function StartManyPanel({ form, onClose, onStarted }: StartManyPanelProps) {
  const targets = useMemo(() => targetsOf(form), [form])
  const labelOf = (path: string) => targets.find(({ value }) => value === path)?.label ?? path
  const starting = useStartMany(form.workflow.id, labelOf, onStarted)
  const [text, setText] = useState('')
  const [read, setRead] = useState<{ table: Table; mapping: Mapping }>()
  const close = starting.busy ? starting.stop : onClose
  usePageKeys(useMemo(() => [{ key: 'Escape', label: texts.close, act: close }], [close]))
  const restart = () => {
    setText('')
    setRead(undefined)
    starting.reset()
  }
  if (starting.rows) return <Results starting={starting} rows={starting.rows} onRestart={restart} onClose={close} />
  if (read)
    return (
      <Columns
        {...read}
        form={form}
        onChange={(mapping) => setRead({ ...read, mapping })}
        onBack={() => setRead(undefined)}
        onStart={starting.start}
        onClose={close}
      />
    )
  const take = (table: Table) => setRead({ table, mapping: matchedColumns(table, form) })
  return <PasteTable text={text} onText={setText} onTable={take} onClose={close} />
}

type PasteTableProps = {
  text: string
  onText: (text: string) => void
  onTable: (table: Table) => void
  onClose: () => void
}

function PasteTable({ text, onText, onTable, onClose }: PasteTableProps) {
  const [problem, setProblem] = useState<string>()
  const take = (given: string) => {
    const table = parseTable(given)
    const { length } = table.rows
    if (length === 0) setProblem(texts.noRows)
    else if (length > MAX_BULK_STARTS) setProblem(texts.tooMany(MAX_BULK_STARTS, length))
    else onTable(table)
  }
  const readFile = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_FILE) return setProblem(texts.tooLarge)
    try {
      const given = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      onText(given)
      take(given)
    } catch {
      setProblem(texts.unreadable)
    }
  }
  return (
    <Panel
      title={startTexts.fromTable}
      kind="work"
      onClose={onClose}
      footer={
        <>
          <span className="flex-1" />
          <Button variant="primary" onClick={() => take(text)}>
            {texts.next}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p className="text-sm text-fg-2">{texts.about}</p>
        <Field label={texts.paste} hint={texts.pasteHint(MAX_BULK_STARTS)} error={problem}>
          <Textarea
            rows={10}
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person who opened the panel pastes here first
            autoFocus
            placeholder={texts.placeholder}
            value={text}
            onChange={({ target }) => {
              setProblem(undefined)
              onText(target.value)
            }}
            className="font-mono text-xs leading-5"
          />
        </Field>
        <FileDrop
          label={texts.drop}
          hint={texts.dropHint}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onFiles={([file]) => void readFile(file)}
        />
      </div>
    </Panel>
  )
}

type ColumnsProps = {
  table: Table
  mapping: Mapping
  form: StartForm
  onChange: (mapping: Mapping) => void
  onBack: () => void
  onStart: ReturnType<typeof useStartMany>['start']
  onClose: () => void
}

function Columns({ table, mapping, form, onChange, onBack, onStart, onClose }: ColumnsProps) {
  const now = useNow()
  const day = Math.floor(now / 86_400_000) * 86_400_000
  const rows = useMemo(() => readRows(table, mapping, form, day), [table, mapping, form, day])
  const ready = rows.filter(({ problems }) => problems.length === 0)
  return (
    <Panel
      title={startTexts.fromTable}
      kind="work"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onBack}>
            {texts.back}
          </Button>
          <output className="flex-1 self-center text-right text-xs text-fg-3">{texts.ready(ready.length)}</output>
          <Button
            variant="primary"
            disabled={ready.length === 0 || targetTwice(mapping) !== undefined}
            onClick={() => onStart(ready)}
          >
            {texts.start(ready.length)}
          </Button>
        </>
      }
    >
      <TableColumns table={table} targets={targetsOf(form)} mapping={mapping} rows={rows} onChange={onChange} />
    </Panel>
  )
}

type ResultsProps = {
  starting: ReturnType<typeof useStartMany>
  rows: NonNullable<ReturnType<typeof useStartMany>['rows']>
  onRestart: () => void
  onClose: () => void
}

function Results({ starting, rows, onRestart, onClose }: ResultsProps) {
  const { busy, lost, retry, stop } = starting
  const left = rows.filter(({ result }) => result?.result !== 'done').length
  return (
    <Panel
      title={startTexts.fromTable}
      kind="work"
      onClose={onClose}
      footer={
        <>
          {!busy && (
            <Button variant="ghost" onClick={onRestart}>
              {texts.another}
            </Button>
          )}
          <span className="flex-1" />
          {busy && <Button onClick={stop}>{texts.stop}</Button>}
          {!busy && left > 0 && <Button onClick={retry}>{texts.retry(left)}</Button>}
          {!busy && (
            <Button variant="primary" onClick={onClose}>
              {texts.close}
            </Button>
          )}
        </>
      }
    >
      <StartManyResults rows={rows} busy={busy} lost={lost} />
    </Panel>
  )
}
