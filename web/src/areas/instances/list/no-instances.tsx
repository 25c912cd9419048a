import { Link } from '@tanstack/react-router'
import { Layers, Trash2 } from 'lucide-react'
import { ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { spec, texts } from '../instances.texts.ts'
import type { InstancesSearch } from './instances-search.ts'

const emptyTexts = texts.empty

type NoInstancesProps = {
  /** On the list of one workflow. */
  ofWorkflow?: boolean
  search: InstancesSearch
  filtered: boolean
  onReset: () => void
  /** Absent for people who may not start one. */
  onAdd: (() => void) | undefined
}

export function NoInstances({ ofWorkflow = false, search, filtered, onReset, onAdd }: NoInstancesProps) {
  if (search.trash && !filtered) return <ListEmpty icon={Trash2} title={emptyTexts.trash} hint={emptyTexts.trashHint} />
  const reset = <Button onClick={onReset}>{emptyTexts.reset}</Button>
  if (filtered) return <ListEmpty icon={Layers} title={spec.none} hint={reasonOf(search)} action={reset} />
  const add = onAdd ? (
    <Button variant="primary" onClick={onAdd}>
      {spec.add}
    </Button>
  ) : (
    <Link to="/workflows" className={buttonClass()}>
      {emptyTexts.allWorkflows}
    </Link>
  )
  return (
    <ListEmpty
      icon={Layers}
      title={spec.none}
      hint={ofWorkflow ? emptyTexts.ofWorkflow : emptyTexts.hint}
      action={add}
    />
  )
}

function reasonOf({ q, status }: InstancesSearch) {
  if (status === 'none') return emptyTexts.noStatus
  return q ? emptyTexts.search(q) : emptyTexts.filtered
}
