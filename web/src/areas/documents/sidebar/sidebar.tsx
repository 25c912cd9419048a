import { CircleCheck, CirclePlay, Clock, Files, Trash2, User } from 'lucide-react'
import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../../../ui/stored.ts'
import { spec, texts } from '../documents.texts.ts'
import { type FilesSearch, SHELVES } from '../list/files-search.ts'
import { Shelf } from './shelf.tsx'
import { SidebarWorkflows } from './sidebar-workflows.tsx'
import { useShelfCounts } from './use-counts.ts'

const SHOWN = 'tl.files-sidebar'

/** Beside the list it stays as it was left; where it would lie over the list it comes only when asked for. */
export function useSidebar(narrow: boolean) {
  const [beside, setBeside] = useState(() => readStored(SHOWN) !== 'hidden')
  const [over, setOver] = useState(false)
  const shown = narrow ? over : beside
  const toggle = useCallback(() => {
    if (narrow) {
      setOver((old) => !old)
      return
    }
    writeStored(SHOWN, beside ? 'hidden' : 'shown')
    setBeside(!beside)
  }, [narrow, beside])
  const onChosen = useCallback(() => setOver(false), [])
  return { shown, toggle, onChosen }
}

const ICONS = { recent: Clock, mine: User, active: CirclePlay, completed: CircleCheck } as const

type SidebarProps = {
  search: FilesSearch
  /** Whoever may delete may look into the trash. */
  trash: boolean
  /** A place was chosen: where the sidebar lies over the list, it closes. */
  onChosen: () => void
}

/** Which documents: all, by a view, of one workflow, or what was deleted. */
export function Sidebar({ search, trash, onChosen }: SidebarProps) {
  const counts = useShelfCounts()
  const everything = !search.shelf && !search.workflow && !search.trash
  return (
    <nav
      aria-label={texts.sidebar}
      className="flex w-(--subnav-width) shrink-0 flex-col overflow-y-auto border-r bg-surface-2 px-2.5 py-3 max-[1179px]:absolute max-[1179px]:inset-y-0 max-[1179px]:left-0 max-[1179px]:z-(--z-panel) max-[1179px]:shadow-lg max-[759px]:w-[min(320px,86vw)]"
    >
      <ul className="space-y-px">
        <Shelf icon={Files} count={counts.get('all')} current={everything} search={{}} onChosen={onChosen}>
          {spec.shelves.all}
        </Shelf>
        {SHELVES.map((shelf) => (
          <Shelf
            key={shelf}
            icon={ICONS[shelf]}
            count={counts.get(shelf)}
            current={search.shelf === shelf}
            search={{ shelf }}
            onChosen={onChosen}
          >
            {spec.shelves[shelf]}
          </Shelf>
        ))}
      </ul>
      <SidebarWorkflows current={search.workflow} onChosen={onChosen} />
      {trash && (
        <ul className="mt-auto pt-4">
          <Shelf icon={Trash2} current={search.trash === true} search={{ trash: true }} onChosen={onChosen}>
            {texts.trash}
          </Shelf>
        </ul>
      )}
    </nav>
  )
}
