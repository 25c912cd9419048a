import { Link } from '@tanstack/react-router'
import { Layers, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Empty } from '../../../ui/empty.tsx'
import { spec, texts } from '../instances.texts.ts'
import type { InstancesSearch } from './instances-search.ts'

const words = texts.empty

type NothingProps = {
  search: InstancesSearch
  filtered: boolean
  onReset: () => void
  /** Absent for whoever may not start one. */
  onAdd: (() => void) | undefined
}

/** Said aloud when it comes, as after a search without a match. */
export function Nothing({ search, filtered, onReset, onAdd }: NothingProps) {
  const reset = <Button onClick={onReset}>{words.reset}</Button>
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
    <div role="status" className="grid flex-1 place-items-center pb-24">
      {search.trash && !filtered ? (
        <Empty icon={Trash2} title={words.trash} hint={words.trashHint} />
      ) : filtered ? (
        <Empty icon={Layers} title={spec.none} hint={reasonOf(search)} action={reset} />
      ) : (
        <Empty
          icon={Layers}
          title={spec.none}
          hint={words.hint}
          action={
            onAdd ? (
              <Button variant="primary" onClick={onAdd}>
                {spec.add}
              </Button>
            ) : (
              <Link to="/workflows" className={buttonClass()}>
                {words.allWorkflows}
              </Link>
            )
          }
        />
      )}
    </div>
  )
}

function reasonOf({ q, status }: InstancesSearch) {
  if (status === 'none') return words.noStatus
  return q ? words.search(q) : words.filtered
}
