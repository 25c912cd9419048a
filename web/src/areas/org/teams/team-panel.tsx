import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { ChevronDown, ChevronUp, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { spec, texts } from '../teams.texts.ts'
import { AddPeople } from './add-people.tsx'
import { TeamPeople } from './team-people.tsx'
import type { TeamActs } from './use-team-acts.ts'

const panelTexts = texts.panel

type TeamPanelProps = {
  orgId: TenantId
  team: Team
  /** Counted from one. */
  position: number
  total: number
  manage: boolean
  menu: ReactNode
  acts: TeamActs
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

export function TeamPanel(props: TeamPanelProps) {
  const { orgId, team, position, total, manage, acts } = props
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Member>()
  return (
    <Panel
      title={panelTexts.name(team.name)}
      place={panelTexts.place(position, total)}
      onClose={props.onClose}
      actions={
        <>
          <IconButton
            label={panelTexts.previous}
            kbd="K"
            icon={ChevronUp}
            disabled={position === 1}
            onClick={() => props.onStep(-1)}
          />
          <IconButton
            label={panelTexts.next}
            kbd="J"
            icon={ChevronDown}
            disabled={position === total}
            onClick={() => props.onStep(1)}
          />
          {props.menu}
        </>
      }
      footer={
        <>
          {manage && (
            <Button variant="primary" icon={UserPlus} className="flex-1" onClick={() => setAdding(true)}>
              {panelTexts.addPeople}
            </Button>
          )}
          <Button block={!manage} disabled={team.count === 0} onClick={() => void acts.copyAddresses(team)}>
            {panelTexts.copy}
          </Button>
        </>
      }
    >
      <div>
        <h2 translate="no" className="text-xl break-words">
          {team.name}
        </h2>
        <p className="mt-1 text-sm text-fg-2">
          {team.description ? <span translate="no">{team.description}</span> : texts.noDescription}
        </p>
      </div>
      <div className="sticky -top-4 z-(--z-sticky) bg-surface pt-4 pb-1">
        <SearchInput
          size="md"
          label={panelTexts.search}
          placeholder={panelTexts.searchHint}
          value={search}
          onSearch={setSearch}
        />
      </div>
      <div className="-mx-2">
        <TeamPeople orgId={orgId} team={team} words={search} onRemove={manage ? setLeaving : undefined} />
      </div>
      {adding && <AddPeople orgId={orgId} team={team} acts={acts} onClose={() => setAdding(false)} />}
      {leaving && (
        <AlertDialog
          onClose={() => setLeaving(undefined)}
          title={spec.askRemovePerson}
          confirmLabel={texts.removeNamed(leaving.name)}
          onConfirm={async () => void (await acts.removePerson(team, leaving))}
        >
          {panelTexts.removing(leaving.name, team.name)}
        </AlertDialog>
      )}
    </Panel>
  )
}
