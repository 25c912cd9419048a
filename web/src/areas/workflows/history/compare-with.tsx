import type { Workflow } from '@throughline/contracts/workflows'
import { Select } from '../../../ui/select.tsx'
import { historyTexts } from './history.texts.ts'
import { type History, oneBefore, type Which } from './use-history.ts'

const DRAFT = 'draft'

/** Any version, or the draft, to hold the chosen one against. */
export function CompareWith({ workflow, history }: { workflow: Workflow; history: History }) {
  const { which, other, versions, setAgainst } = history
  if (which === undefined) return null
  const before = oneBefore(which, workflow)
  const nameOf = (number: number) => {
    const name = historyTexts.version(number)
    if (number === before) return historyTexts.before(name)
    return number === workflow.current_version ? historyTexts.liveName(name) : name
  }
  const known = new Set([...versions.map(({ number }) => number), ...(typeof other === 'number' ? [other] : [])])
  const items = [
    ...(workflow.draft && which !== DRAFT ? [{ value: DRAFT, label: historyTexts.draft }] : []),
    ...[...known]
      .filter((number) => number !== which)
      .toSorted((a, b) => b - a)
      .map((number) => ({ value: String(number), label: nameOf(number) })),
  ]
  const choose = (value: string): void => setAgainst(value === DRAFT ? DRAFT : (Number(value) satisfies Which))
  return (
    <div className="flex items-center gap-2 border-b px-4 py-2.5 text-xs text-fg-2">
      <span className="whitespace-nowrap">{historyTexts.comparedWith}</span>
      <Select
        label={historyTexts.compare}
        value={other === undefined ? null : String(other)}
        placeholder={historyTexts.nothing}
        items={items}
        onChange={choose}
        disabled={items.length === 0}
        className="flex-1"
      />
    </div>
  )
}
