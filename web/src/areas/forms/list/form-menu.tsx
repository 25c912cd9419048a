import { Link } from '@tanstack/react-router'
import type { FormRow } from '@throughline/contracts/forms'
import {
  CirclePause,
  CirclePlay,
  Copy,
  Ellipsis,
  EyeOff,
  FilePen,
  Rocket,
  Share2,
  Trash2,
  UsersRound,
  Zap,
} from 'lucide-react'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { TrashMenuItems } from '../../../shared/trash/trash-menu-items.tsx'
import { ContextMenu } from '../../../ui/context-menu.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../../ui/menu-items.tsx'
import { spec, texts } from '../forms.texts.ts'
import type { FormActs } from './use-form-acts.ts'

export type FormQuestion = { kind: 'delete' | 'purge' | 'access' | 'share' | 'triggers'; form: FormRow }
export type FormRights = { manage: boolean; access: boolean; purge: boolean }

type FormItemsProps = {
  form: FormRow
  rights: FormRights
  acts: FormActs
  onAsk: (question: FormQuestion) => void
}

export function FormMenu(props: FormItemsProps) {
  const { form, rights } = props
  if (!hasItems(form, rights)) return null
  return (
    <Menu align="end" trigger={<IconButton label={texts.moreFor(form.title || texts.untitled)} icon={Ellipsis} />}>
      <FormItems {...props} />
    </Menu>
  )
}

const hasItems = ({ deleted_at, status }: FormRow, { manage, access, purge }: FormRights) =>
  deleted_at ? manage || purge : manage || access || status === 'active'

type FormContextProps = Omit<FormItemsProps, 'form'> & { forms: readonly FormRow[]; target: ReactElement }

/** The same list by a right click or the menu key, about the row it was pressed on. */
export function FormContext({ forms, target, ...items }: FormContextProps) {
  const [rowId, setRowId] = useState<string>()
  const find = (event: SyntheticEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row) setRowId(row.dataset['row'])
    else event.stopPropagation()
  }
  const form = forms.find(({ id }) => id === rowId)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only looks which row a press is about
    <div onContextMenuCapture={find} onTouchStartCapture={find} className="contents">
      <ContextMenu target={target}>{form && <FormItems {...items} form={form} />}</ContextMenu>
    </div>
  )
}

function FormItems(props: FormItemsProps) {
  const { form, rights, acts, onAsk } = props
  if (form.deleted_at)
    return (
      <TrashMenuItems
        onRestore={rights.manage && (() => void acts.restore(form))}
        onPurge={rights.purge && (() => onAsk({ kind: 'purge', form }))}
      />
    )
  return (
    <>
      {form.status === 'active' && (
        <MenuItem icon={Share2} onSelect={() => onAsk({ kind: 'share', form })}>
          {spec.share}
        </MenuItem>
      )}
      {form.status === 'active' && rights.manage && (
        <MenuItem icon={Zap} onSelect={() => onAsk({ kind: 'triggers', form })}>
          {spec.triggers}
        </MenuItem>
      )}
      {rights.manage && (
        <MenuLink
          icon={FilePen}
          link={<Link to="/form-builder/$formId" params={{ formId: form.id }} search={{ edit: true }} />}
        >
          {spec.edit}
        </MenuLink>
      )}
      {rights.manage &&
        (form.status === 'active' ? <Intake form={form} acts={acts} /> : <Publish form={form} acts={acts} />)}
      {rights.access && (
        <MenuItem icon={UsersRound} onSelect={() => onAsk({ kind: 'access', form })}>
          {texts.whoSees}
        </MenuItem>
      )}
      {rights.manage && (
        <>
          <MenuItem icon={Copy} onSelect={() => void acts.duplicate(form)}>
            {texts.duplicate}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => onAsk({ kind: 'delete', form })}>
            {spec.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}

type ActProps = Pick<FormItemsProps, 'form' | 'acts'>

const Publish = ({ form, acts }: ActProps) => (
  <MenuItem icon={Rocket} onSelect={() => void acts.publish(form)}>
    {spec.publish}
  </MenuItem>
)

function Intake({ form, acts }: ActProps) {
  return (
    <>
      <MenuSeparator />
      <MenuItem
        icon={form.closed ? CirclePlay : CirclePause}
        onSelect={() => void acts.setClosed(form, form.closed === null)}
      >
        {form.closed ? texts.reopen : texts.close}
      </MenuItem>
      <MenuItem icon={EyeOff} onSelect={() => void acts.unpublish(form)}>
        {texts.unpublish}
      </MenuItem>
    </>
  )
}
