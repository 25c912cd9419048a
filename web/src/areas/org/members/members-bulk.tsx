import type { Member } from '@throughline/contracts/org-members'
import { Ban, KeyRound, MailPlus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { listText } from '../../../shared/format/list-text.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { spec, texts } from '../members.texts.ts'
import { BulkResultDialog } from './bulk-result.tsx'
import { useMembers } from './members-context.ts'
import { actsOnAll } from './rights.ts'
import { roleItems } from './role-items.ts'
import { NO_TEAM, useBulk } from './use-bulk.ts'
import { useTakeOver } from './use-take-over.tsx'

type MembersBulkProps = { selected: readonly Member[]; onClear: () => void }

const names = (members: readonly Member[]) => listText(members.map(({ name }) => name))

/** Acts on everybody who is selected; only those that fit each one of them are there. */
export function MembersBulk({ selected, onClear }: MembersBulkProps) {
  const { rights, roles, teams } = useMembers()
  const bulk = useBulk(selected, onClear)
  const may = actsOnAll(selected, rights)
  const count = selected.length
  return (
    <>
      <BulkBar label={texts.bulk.label} count={count} onClear={onClear}>
        {may.has('role') && (
          <Button variant="ghost" icon={KeyRound} onClick={() => bulk.choose('role')}>
            {texts.bulk.role}
          </Button>
        )}
        {may.has('team') && (
          <Button variant="ghost" icon={UsersRound} onClick={() => bulk.choose('team')}>
            {texts.bulk.team}
          </Button>
        )}
        {may.has('resend') && (
          <Button variant="ghost" icon={MailPlus} onClick={bulk.resend}>
            {texts.bulk.resend}
          </Button>
        )}
        {may.has('suspend') && (
          <Button variant="ghost" icon={Ban} onClick={bulk.suspend}>
            {texts.bulk.suspend}
          </Button>
        )}
        {may.has('remove') && (
          <Button variant="ghost-danger" icon={Trash2} onClick={() => bulk.choose('remove')}>
            {texts.bulk.remove}
          </Button>
        )}
      </BulkBar>
      {bulk.choosing === 'role' && (
        <BulkChoice
          title={texts.bulk.chooseRole(count)}
          items={roleItems(roles, rights)}
          onChoose={bulk.changeRole}
          onClose={() => bulk.choose(undefined)}
        />
      )}
      {bulk.choosing === 'team' && (
        <BulkChoice
          title={texts.bulk.chooseTeam(count)}
          items={[{ value: NO_TEAM, label: spec.noTeam }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          onChoose={bulk.changeTeam}
          onClose={() => bulk.choose(undefined)}
        />
      )}
      {bulk.choosing === 'remove' && (
        <RemoveMany members={selected} onConfirm={bulk.remove} onClose={() => bulk.choose(undefined)} />
      )}
      {bulk.results && (
        <BulkResultDialog results={bulk.results} busy={bulk.busy} onAgain={bulk.again} onClose={bulk.forget} />
      )}
    </>
  )
}

type RemoveManyProps = { members: readonly Member[]; onConfirm: () => Promise<void>; onClose: () => void }

function RemoveMany({ members, onConfirm, onClose }: RemoveManyProps) {
  const { orgId } = useMembers()
  const { form, handOverFirst } = useTakeOver(orgId, members)
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={spec.askRemove}
      confirmLabel={texts.removeMany(members.length)}
      form={form}
      onConfirm={async () => {
        if (!(await handOverFirst())) return false
        await onConfirm()
        return true
      }}
    >
      {texts.removingMany(names(members))}
    </AlertDialog>
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
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      width={400}
      footer={
        <>
          <DialogClose>
            <Button>{texts.bulk.cancel}</Button>
          </DialogClose>
          <Button variant="primary" disabled={value === null} onClick={() => value !== null && onChoose(value)}>
            {texts.bulk.apply}
          </Button>
        </>
      }
    >
      <RadioGroup legend={title} hideLegend value={value} onChange={setValue} items={items} />
    </Dialog>
  )
}
