import { ChevronDown, LayoutGrid, List, Pencil, Plus, Save, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { linkClass, quietLinkClass } from '../../ui/link-style.ts'
import { MenuItem } from '../../ui/menu-items.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SplitButton } from '../../ui/split-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Group, Sample } from './sample.tsx'

const variants = ['primary', 'secondary', 'ghost', 'danger', 'ghost-danger'] as const
const views = [
  { value: 'list', label: 'List', icon: List },
  { value: 'board', label: 'Board', icon: LayoutGrid },
  { value: 'map', label: 'Process map', disabled: true },
] as const

export function Buttons() {
  return (
    <Group title="Buttons">
      <Sample name="Button">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="danger" disabled>
          Disabled
        </Button>
      </Sample>
      <Sample name="Sizes, icons, keys">
        <Button size="sm" icon={Plus}>
          Small
        </Button>
        <Button icon={Upload}>Medium</Button>
        <Button iconEnd={ChevronDown}>Due date</Button>
        <Button size="lg">Large</Button>
        <Button variant="primary" icon={Save} kbd="⌘S">
          Save
        </Button>
        <a href="#main" className={buttonClass({ variant: 'primary' })}>
          Link as button
        </a>
      </Sample>
      <BusySample />
      <Sample name="IconButton">
        <IconButton label="Edit" kbd="E" icon={Pencil} />
        <IconButton label="Board" icon={LayoutGrid} active />
        <IconButton label="Delete" icon={Trash2} disabled />
        <IconButton label="Small" icon={Pencil} size="sm" />
        <IconButton label="Large" icon={Pencil} size="lg" />
        <span className="rounded-md bg-canvas p-2">
          <IconButton label="On the frame" icon={Pencil} onFrame />
        </span>
      </Sample>
      <Sample name="SplitButton">
        <SplitButton variant="primary" menu={<MenuItem>Save as draft</MenuItem>}>
          Publish
        </SplitButton>
        <SplitButton menu={<MenuItem>Download all</MenuItem>}>Download</SplitButton>
        <SplitButton disabled menu={<MenuItem>Never</MenuItem>}>
          Disabled
        </SplitButton>
      </Sample>
      <SegmentedSample />
      <Sample name="Links, Kbd, Spinner">
        <a href="#main" className={linkClass}>
          Countersign engagement letter
        </a>
        <a href="#main" className={quietLinkClass}>
          View all
        </a>
        <Kbd>⌘K</Kbd>
        <Kbd>Esc</Kbd>
        <Spinner />
      </Sample>
      <Sample name="Tooltip">
        <Tooltip label="Nov 12, 2026, 10:42 AM" side="top">
          <button type="button" className={quietLinkClass}>
            2 hours ago
          </button>
        </Tooltip>
      </Sample>
    </Group>
  )
}

function BusySample() {
  const [busy, setBusy] = useState(true)
  return (
    <Sample name="Busy">
      <Button variant="primary" size="lg" busy={busy} busyLabel="Signing in...">
        LOGIN
      </Button>
      <Button variant="primary" busy={busy}>
        Approve version 3
      </Button>
      <Button busy={busy}>Remind</Button>
      <Button variant="danger" busy={busy}>
        Delete workflow
      </Button>
      <Button variant="ghost" onClick={() => setBusy(!busy)}>
        Toggle busy
      </Button>
    </Sample>
  )
}

function SegmentedSample() {
  const [view, setView] = useState<(typeof views)[number]['value']>('list')
  return (
    <Sample name="Segmented">
      <Segmented label="View" value={view} onChange={setView} items={views} />
      <Segmented
        label="View, icons only"
        value={view}
        onChange={setView}
        items={views.slice(0, 2).map((item) => ({ ...item, iconOnly: true }))}
      />
    </Sample>
  )
}
