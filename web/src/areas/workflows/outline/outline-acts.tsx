import { GitFork, Pencil, Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { texts } from './outline.texts.ts'
import type { Row } from './outline-model.ts'

/** What can be done at a row. */
export interface RowActs {
  edit: () => void
  add: () => void
  branch: () => void
  /** Absent for what is no step, and for the only one. */
  remove?: (() => void) | undefined
}

/** Over the row that has the focus. The keys do the same, so they are no tab stops and never take the focus from it. */
export function OutlineActs({ row, acts }: { row: Row; acts: RowActs }) {
  const isStep = row.kind === 'step'
  if (!isStep && !row.spot) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only keeps the focus where it is
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no form
      role="group"
      aria-label={texts.actions.of(isStep ? row.title : row.text)}
      onMouseDown={(event) => event.preventDefault()}
      style={{ top: row.top, height: row.height }}
      className="absolute right-[74px] z-2 flex items-center"
    >
      {isStep && (
        <IconButton tabIndex={-1} size="sm" label={texts.actions.edit} kbd="Enter" icon={Pencil} onClick={acts.edit} />
      )}
      <IconButton
        tabIndex={-1}
        size="sm"
        label={isStep ? texts.actions.addAfter : texts.actions.addHere}
        kbd="A"
        icon={Plus}
        onClick={acts.add}
      />
      {isStep && (
        <IconButton
          tabIndex={-1}
          size="sm"
          label={texts.actions.addBranch}
          kbd="B"
          icon={GitFork}
          onClick={acts.branch}
        />
      )}
      {acts.remove && (
        <IconButton
          tabIndex={-1}
          size="sm"
          label={texts.actions.remove}
          kbd="Backspace"
          icon={Trash2}
          onClick={acts.remove}
        />
      )}
    </div>
  )
}
