import type { Member } from '@throughline/contracts/org-members'
import { Ban, KeyRound, MailPlus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { BulkResult } from '../../../shared/bulk-result.tsx'
import { listText } from '../../../shared/format/list-text.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { spec, texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { actsOnAll } from './rights.ts'
import { roleItems } from './role-items.ts'
import { SuspendDialog } from './suspend-dialog.tsx'
import { NO_TEAM, useMembersBulk } from './use-members-bulk.ts'

type MembersBulkProps = { selected: readonly Member[]; onClear: () => void }

type Choosing = 'role' | 'team' | 'suspend' | 'remove'

/** Acts on everybody who is selected; only those that fit each one of them are there. */
export function MembersBulk({ selected, onClear }: MembersBulkProps) {
  const { rights } = useMembers()
  const bulk = useMembersBulk(selected, onClear)
  const [choosing, choose] = useState<Choosing>()
  const may = actsOnAll(selected, rights)
  return (
    <>
      <BulkBar label={texts.bulk.label} count={selected.length} onClear={onClear}>
        {may.has('role') && (
          <Button variant="ghost" icon={KeyRound} onClick={() => choose('role')}>
            {texts.bulk.role}
          </Button>
        )}
        {may.has('team') && (
          <Button variant="ghost" icon={UsersRound} onClick={() => choose('team')}>
            {texts.bulk.team}
          </Button>
        )}
        {may.has('resend') && (
          <Button variant="ghost" icon={MailPlus} onClick={bulk.resend}>
            {texts.bulk.resend}
          </Button>
        )}
        {may.has('suspend') && (
          <Button variant="ghost" icon={Ban} onClick={() => choose('suspend')}>
            {texts.bulk.suspend}
          </Button>
        )}
        {may.has('remove') && (
          <Button variant="ghost-danger" icon={Trash2} onClick={() => choose('remove')}>
            {texts.bulk.remove}
          </Button>
        )}
      </BulkBar>
      <BulkDialogs selected={selected} bulk={bulk} choosing={choosing} onClose={() => choose(undefined)} />
    </>
  )
}

type BulkDialogsProps = {
  selected: readonly Member[]
  bulk: ReturnType<typeof useMembersBulk>
  choosing: Choosing | undefined
  onClose: () => void
}

function BulkDialogs({ selected, bulk, choosing, onClose }: BulkDialogsProps) {
  const { rights, roles, teams } = useMembers()
  const count = selected.length
  const closeAnd = (act: (id: string) => Promise<void>) => (id: string) => {
    onClose()
    void act(id)
  }
  return (
    <>
      {choosing === 'role' && (
        <BulkChoice
          title={texts.bulk.chooseRole(count)}
          items={roleItems(roles, rights)}
          onChoose={closeAnd(bulk.changeRole)}
          onClose={onClose}
        />
      )}
      {choosing === 'team' && (
        <BulkChoice
          title={texts.bulk.chooseTeam(count)}
          items={[{ value: NO_TEAM, label: spec.noTeam }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          onChoose={closeAnd(bulk.changeTeam)}
          onClose={onClose}
        />
      )}
      {choosing === 'suspend' && (
        <SuspendDialog
          members={selected}
          onSuspend={async () => {
            await bulk.suspend()
            return true
          }}
          onClose={onClose}
        />
      )}
      {choosing === 'remove' && (
        <RemoveDialog
          members={selected}
          confirmLabel={texts.removeMany(count)}
          onConfirm={() => {
            onClose()
            return bulk.remove()
          }}
          onClose={onClose}
        >
          {texts.removingMany(listText(selected.map(({ name }) => name)))}
        </RemoveDialog>
      )}
      <BulkResult bulk={bulk} textsOf={({ name }) => ({ name })} />
    </>
  )
}

type BulkChoiceProps = {
  title: string
  items: readonly { value: string; label: string; hint?: string; disabled?: boolean }[]
  onChoose: (value: string) => void
  onClose: () => void
}

/** One role or one team for everybody who is selected. */
function BulkChoice({ title, items, onChoose, onClose }: BulkChoiceProps) {
  const [value, setValue] = useState<string | null>(null)
  return (
    <Dialog
      onClose={onClose}
      title={title}
      width={400}
      action={{ label: texts.bulk.apply, disabled: value === null, onClick: () => value !== null && onChoose(value) }}
    >
      <RadioGroup legend={title} hideLegend value={value} onChange={setValue} items={items} />
    </Dialog>
  )
}
