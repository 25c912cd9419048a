import { Ellipsis, ListFilter, LogOut, Moon, Settings, Sun, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ContextMenu } from '../../ui/context-menu.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuCheck, MenuChoices, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu-items.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Group, Sample } from './sample.tsx'

/** Stands for the router's link. */
function PlainLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a href="#main" {...rest}>
      {children}
    </a>
  )
}

const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

export function Popups() {
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [archived, setArchived] = useState(true)
  return (
    <Group title="Popups">
      <Sample name="Menu">
        <Menu trigger={<Button>Account</Button>}>
          <MenuItem icon={Settings} kbd="G P">
            Profile Settings
          </MenuItem>
          <MenuLink icon={ListFilter} link={<PlainLink />}>
            A destination
          </MenuLink>
          <MenuSeparator />
          <MenuGroup label="Theme">
            <MenuChoices value={theme} onChange={setTheme} items={themes} />
          </MenuGroup>
          <MenuSeparator />
          <MenuCheck checked={archived} onChange={setArchived}>
            Show archived
          </MenuCheck>
          <MenuItem icon={LogOut} disabled>
            Not now
          </MenuItem>
        </Menu>
        <Menu align="end" trigger={<IconButton label="Actions" icon={Ellipsis} />}>
          <MenuItem icon={Trash2} danger>
            Remove member
          </MenuItem>
        </Menu>
      </Sample>
      <Sample name="ContextMenu, Popover">
        <ContextMenu
          target={
            <div className="rounded-md border border-dashed px-4 py-2 text-fg-2">Right click or long press here</div>
          }
        >
          <MenuItem>Open</MenuItem>
          <MenuItem>Open in new tab</MenuItem>
        </ContextMenu>
        <Popover trigger={<Button icon={ListFilter}>Filter</Button>} title="Filter">
          <div className="grid gap-2">
            <Checkbox>Due this week</Checkbox>
            <Checkbox>Assigned to me</Checkbox>
          </div>
        </Popover>
      </Sample>
      <DialogSample />
    </Group>
  )
}

function DialogSample() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const change = (isOpen: boolean) => !isOpen && setOpen(null)
  return (
    <Sample name="Dialog, AlertDialog">
      <Button onClick={() => setOpen('dialog')}>Add New Member</Button>
      <Button variant="danger" onClick={() => setOpen('confirm')}>
        Delete workflow
      </Button>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={change}
        title="Add New Member"
        note="Each person gets an email invitation, valid for 7 days."
        footer={
          <>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button variant="primary" kbd="⌘↵" onClick={() => setOpen(null)}>
              Send invitation
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <Field label="Email">
            <Input type="email" placeholder="name@company.com" />
          </Field>
          <Field label="Name" optional>
            <Input />
          </Field>
        </div>
      </Dialog>
      <AlertDialog
        open={open === 'confirm'}
        onOpenChange={change}
        title="Delete Workflow?"
        confirmLabel="Delete workflow"
        onConfirm={() => new Promise((resolve) => setTimeout(resolve, 800))}
      >
        This workflow will be permanently deleted. This action cannot be undone.
      </AlertDialog>
    </Sample>
  )
}
