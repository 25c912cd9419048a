import type { StepType } from '@throughline/contracts/workflows'
import { Plus, Redo2, Search, Undo2, Variable, Zap } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import { texts } from '../builder.texts.ts'
import { STEP_KINDS, STEP_TYPES } from '../canvas/step-kinds.tsx'

type DockProps = {
  /** Flat over the outline, instead of floating on the canvas. */
  bar: boolean
  undo: string | undefined
  redo: string | undefined
  /** Absent: only looked at. */
  edits?: { undo: () => void; redo: () => void; add: (type: StepType) => void } | undefined
  onVariables: () => void
  /** Absent: nothing is saved yet that could be started. */
  onStarts: (() => void) | undefined
  onFind: () => void
}

/** What one reaches for while building. */
export function Dock({ bar, undo, redo, edits, onVariables, onStarts, onFind }: DockProps) {
  const { dock } = texts
  return (
    <div
      role="toolbar"
      aria-label={dock.label}
      className={cn('flex items-center gap-0.5', !bar && 'rounded-lg border bg-card p-1 shadow-md')}
    >
      {edits && (
        <>
          <IconButton
            label={dock.undo(undo)}
            kbd={modKey('Z')}
            icon={Undo2}
            disabled={undo === undefined}
            onClick={edits.undo}
          />
          <IconButton
            label={dock.redo(redo)}
            kbd={modKey('⇧Z')}
            icon={Redo2}
            disabled={redo === undefined}
            onClick={edits.redo}
          />
          <span aria-hidden className="mx-1 h-5 w-px bg-line" />
          <Menu
            side="top"
            trigger={
              <Button variant="ghost" size="sm" icon={Plus} className="text-fg">
                {dock.addStep}
              </Button>
            }
          >
            {STEP_TYPES.map((type) => (
              <MenuItem key={type} icon={STEP_KINDS[type].icon} onSelect={() => edits.add(type)}>
                {STEP_KINDS[type].label}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      <Button variant="ghost" size="sm" icon={Variable} className="text-fg" onClick={onVariables}>
        <span className="@max-[760px]/canvas:sr-only">{dock.variables}</span>
      </Button>
      {onStarts && (
        <Button variant="ghost" size="sm" icon={Zap} className="text-fg" onClick={onStarts}>
          <span className="@max-[760px]/canvas:sr-only">{dock.starts}</span>
        </Button>
      )}
      <IconButton label={dock.find} kbd={modKey('F')} icon={Search} onClick={onFind} />
    </div>
  )
}
