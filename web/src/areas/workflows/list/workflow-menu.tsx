import { Link } from '@tanstack/react-router'
import type { WorkflowCard } from '@throughline/contracts/workflows'
import {
  Archive,
  ArchiveRestore,
  ChartColumn,
  Copy,
  Download,
  Ellipsis,
  Eye,
  Layers,
  Play,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { TrashMenuItems } from '../../../shared/trash/trash-menu-items.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../../ui/menu-items.tsx'
import { spec, texts } from '../workflows.texts.ts'
import { isStartable } from './facts.tsx'
import type { WorkflowActs } from './use-workflow-acts.ts'

export type WorkflowQuestion = { kind: 'delete' | 'purge' | 'access'; workflow: WorkflowCard }
type Rights = { start: boolean; edit: boolean; access: boolean; purge: boolean }

type WorkflowMenuProps = {
  workflow: WorkflowCard
  rights: Rights
  acts: WorkflowActs
  onAsk: (question: WorkflowQuestion) => void
}

/** People who may only read can still open and export. */
export function WorkflowMenu(props: WorkflowMenuProps) {
  const { workflow, rights, acts, onAsk } = props
  if (workflow.deleted_at && !rights.edit && !rights.purge) return null
  return (
    <Menu align="end" trigger={<IconButton label={texts.moreFor(workflow.name)} icon={Ellipsis} />}>
      {workflow.deleted_at ? (
        <TrashMenuItems
          onRestore={rights.edit && (() => void acts.restore(workflow))}
          onPurge={rights.purge && (() => onAsk({ kind: 'purge', workflow }))}
        />
      ) : (
        <InUse {...props} />
      )}
    </Menu>
  )
}

function InUse({ workflow, rights, acts, onAsk }: WorkflowMenuProps) {
  const params = { workflowId: workflow.id }
  const archived = workflow.status === 'archived'
  return (
    <>
      <MenuLink icon={Eye} link={<Link to="/workflow-builder/$workflowId" params={params} />}>
        {spec.view}
      </MenuLink>
      <MenuLink icon={Layers} link={<Link to="/workflows/$workflowId/instances" params={params} />}>
        {spec.instances}
      </MenuLink>
      <MenuLink icon={ChartColumn} link={<Link to="/workflows/$workflowId/analytics" params={params} />}>
        {texts.analytics}
      </MenuLink>
      {rights.start && isStartable(workflow) && (
        <MenuLink
          icon={Play}
          link={<Link to="/workflows/$workflowId/instances" params={params} search={{ panel: 'add' }} />}
        >
          {texts.start}
        </MenuLink>
      )}
      <MenuSeparator />
      {rights.edit && (
        <MenuItem icon={Copy} onSelect={() => void acts.duplicate(workflow)}>
          {texts.duplicate}
        </MenuItem>
      )}
      <MenuItem icon={Download} onSelect={() => void acts.exportJson(workflow)}>
        {texts.export}
      </MenuItem>
      {rights.access && (
        <MenuItem icon={UsersRound} onSelect={() => onAsk({ kind: 'access', workflow })}>
          {texts.whoSees}
        </MenuItem>
      )}
      {rights.edit && (
        <>
          <MenuItem
            icon={archived ? ArchiveRestore : Archive}
            onSelect={() => void acts.setStatus(workflow, archived ? 'active' : 'archived')}
          >
            {archived ? texts.activate : texts.archive}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => onAsk({ kind: 'delete', workflow })}>
            {spec.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}
