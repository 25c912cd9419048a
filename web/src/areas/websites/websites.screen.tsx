import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { ListedWebsite, WebsiteRow } from '@throughline/contracts/websites'
import {
  Copy,
  Ellipsis,
  ExternalLink,
  EyeOff,
  FilePen,
  Globe,
  History,
  Rocket,
  SearchX,
  Share2,
  Trash2,
} from 'lucide-react'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { type List, useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { TrashDialog } from '../../shared/trash/trash-dialog.tsx'
import { TrashMenuItems } from '../../shared/trash/trash-menu-items.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../ui/menu-items.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { focusedRowId } from '../../ui/row-focus.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { CreateLink, FirstWebsite, StarterSites } from './list/first-website.tsx'
import { titleOf, useWebsiteActs, type WebsiteActs } from './list/use-website-acts.ts'
import { WebsiteTable } from './list/website-table.tsx'
import { websiteQuery, websitesQuery } from './websites.api.ts'
import { spec, texts } from './websites.texts.ts'

export function WebsitesScreen() {
  const user = useCurrentUser()
  return user ? <Websites user={user} /> : null
}

type Question = { kind: 'delete' | 'purge' | 'share'; site: WebsiteRow }

const rightsOf = (user: CurrentUser) => ({ manage: can(user, 'publishing.manage'), purge: can(user, 'trash.purge') })

function Websites({ user }: { user: CurrentUser }) {
  const [trash, setTrash] = useState(false)
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery(websitesQuery({ status: trash ? 'trash' : 'all', search: search || undefined }))
  const list = useList(useListRows(query))
  const acts = useWebsiteActs()
  const [question, ask] = useState<Question>()
  const rights = useMemo(() => rightsOf(user), [user])
  const bare = list.none && !trash && !search
  useRowKeys({ list, rights, acts, onAsk: ask })
  const menu = useCallback(
    (site: WebsiteRow) => <SiteMenu site={site} rights={rights} acts={acts} onAsk={ask} />,
    [rights, acts],
  )
  return (
    <ListPage
      list={list}
      texts={{ label: spec.title, loading: texts.loading, failed: spec.loadFailed }}
      header={
        <ScreenHeader title={spec.title}>
          {!bare && <SearchInput label={texts.find} value={search} onSearch={setSearch} />}
          <IconButton label={texts.trash} icon={Trash2} size="lg" active={trash} onClick={() => setTrash(!trash)} />
          {rights.manage && !bare && <StarterSites company={user.tenant_name} />}
          {rights.manage && !bare && <CreateLink>{spec.create}</CreateLink>}
        </ScreenHeader>
      }
      empty={
        bare && rights.manage ? (
          <FirstWebsite company={user.tenant_name} />
        ) : (
          <NoWebsites trash={trash} search={search} onAll={() => setTrash(false)} onClear={() => setSearch('')} />
        )
      }
      dialogs={
        question && (
          <SiteDialogs question={question} acts={acts} scroller={list.scroller} onClose={() => ask(undefined)} />
        )
      }
    >
      <WebsiteTable list={list} trash={trash} menu={menu} />
    </ListPage>
  )
}

type RowKeyOptions = Omit<SiteMenuProps, 'site'> & { list: List<ListedWebsite> }

/** What the menu of the row in focus offers, by one key each. */
function useRowKeys({ list: { rows, scroller }, rights, acts, onAsk }: RowKeyOptions) {
  usePageKeys(
    useMemo(() => {
      const onRow = (isOffered: (site: WebsiteRow) => boolean, act: (site: WebsiteRow) => void) => () => {
        const site = rows.find(({ id }) => id === focusedRowId(scroller.current))
        if (site && !site.deleted_at && isOffered(site)) act(site)
      }
      const isPublished = ({ is_published }: WebsiteRow) => is_published
      const canPublish = (site: WebsiteRow) => rights.manage && (!site.is_published || site.draft_changes > 0)
      const remove = onRow(
        () => rights.manage,
        (site) => onAsk({ kind: 'delete', site }),
      )
      return [
        { key: 's', label: texts.keys.share, act: onRow(isPublished, (site) => share(site, onAsk)) },
        {
          key: 'v',
          label: texts.keys.view,
          act: onRow(isPublished, ({ publishUrl }) => void open(publishUrl, '_blank', 'noreferrer')),
        },
        { key: 'p', label: texts.keys.publish, act: onRow(canPublish, (site) => void acts.publish(site)) },
        { key: 'Backspace', label: texts.keys.delete, act: remove },
        { key: 'Delete', label: texts.keys.delete, act: remove },
      ]
    }, [rows, scroller, rights, acts, onAsk]),
  )
}

type NoWebsitesProps = { trash: boolean; search: string; onAll: () => void; onClear: () => void }

function NoWebsites({ trash, search, onAll, onClear }: NoWebsitesProps) {
  if (search)
    return (
      <ListEmpty
        icon={SearchX}
        title={texts.noMatch}
        hint={texts.noMatchHint(search)}
        action={<Button onClick={onClear}>{texts.clearSearch}</Button>}
      />
    )
  if (trash)
    return (
      <ListEmpty
        icon={Trash2}
        title={texts.trashEmpty}
        hint={texts.trashHint}
        action={<Button onClick={onAll}>{texts.showAll}</Button>}
      />
    )
  return <ListEmpty icon={Globe} title={texts.forViewers} hint={texts.forViewersHint} />
}

type SiteMenuProps = {
  site: WebsiteRow
  rights: { manage: boolean; purge: boolean }
  acts: WebsiteActs
  onAsk: (question: Question) => void
}

/** Share copies at once; the dialog then says what was copied. */
function share(site: WebsiteRow, onAsk: (question: Question) => void) {
  void navigator.clipboard?.writeText(site.publishUrl).catch(() => undefined)
  onAsk({ kind: 'share', site })
}

function SiteMenu({ site, rights, acts, onAsk }: SiteMenuProps) {
  const isPublished = site.status === 'published'
  if (!rights.manage && !(isPublished && !site.deleted_at) && !(site.deleted_at && rights.purge)) return null
  return (
    <Menu align="end" trigger={<IconButton label={texts.moreFor(titleOf(site))} icon={Ellipsis} />}>
      {site.deleted_at ? (
        <TrashMenuItems
          onRestore={rights.manage && (() => void acts.restore(site))}
          onPurge={rights.purge && (() => onAsk({ kind: 'purge', site }))}
        />
      ) : (
        <>
          {rights.manage && (
            <MenuLink icon={FilePen} link={<Link to="/website-builder/$websiteId" params={{ websiteId: site.id }} />}>
              {spec.edit}
            </MenuLink>
          )}
          {isPublished && (
            <>
              <MenuItem icon={Share2} onSelect={() => share(site, onAsk)}>
                {spec.share}
              </MenuItem>
              <MenuLink
                icon={ExternalLink}
                link={<a href={site.publishUrl} target="_blank" rel="noreferrer" aria-label={spec.view} />}
              >
                {spec.view}
              </MenuLink>
            </>
          )}
          {rights.manage && <ManageItems site={site} acts={acts} onAsk={onAsk} />}
        </>
      )}
    </Menu>
  )
}

function ManageItems({ site, acts, onAsk }: Omit<SiteMenuProps, 'rights'>) {
  const isPublished = site.status === 'published'
  return (
    <>
      {(!isPublished || site.draft_changes > 0) && (
        <MenuItem icon={Rocket} onSelect={() => void acts.publish(site)}>
          {spec.publish}
        </MenuItem>
      )}
      {isPublished && (
        <MenuItem icon={EyeOff} onSelect={() => void acts.unpublish(site)}>
          {texts.unpublish}
        </MenuItem>
      )}
      {site.published_at !== null && (
        <MenuLink
          icon={History}
          link={
            <Link to="/website-builder/$websiteId" params={{ websiteId: site.id }} state={{ showVersions: true }} />
          }
        >
          {texts.versions}
        </MenuLink>
      )}
      <MenuItem icon={Copy} onSelect={() => void acts.duplicate(site)}>
        {texts.duplicate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => onAsk({ kind: 'delete', site })}>
        {spec.delete}
      </MenuItem>
    </>
  )
}

/** What stops with it: a draft is not read by anybody yet. */
function Deleting({ site: { id, is_published } }: { site: WebsiteRow }) {
  const { data } = useQuery({ ...websiteQuery(id), enabled: is_published })
  const forms = (data?.forms ?? []).flatMap(({ title, url }) => (url === null ? [] : [title]))
  return (
    <>
      {texts.deleting}
      {is_published && ` ${texts.deletingPublished}`}
      {is_published && forms.length > 0 && ` ${texts.deletingForms(forms)}`}
    </>
  )
}

type SiteDialogsProps = {
  question: Question
  acts: WebsiteActs
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
}

function SiteDialogs({ question: { kind, site }, acts, scroller, onClose }: SiteDialogsProps) {
  if (kind === 'share')
    return (
      <Dialog
        title={spec.linkCopied}
        note={site.current_version === null ? undefined : texts.linkNote(site.current_version)}
        onClose={onClose}
        footer={<CopyButton text={site.publishUrl} variant="secondary" size="md" />}
      >
        <p translate="no" className="rounded-sm border bg-surface-2 px-3 py-2 font-mono text-sm break-all">
          {site.publishUrl}
        </p>
      </Dialog>
    )
  const forever = kind === 'purge'
  return (
    <TrashDialog
      id={site.id}
      name={titleOf(site)}
      title={forever ? texts.askPurge : texts.askDelete}
      confirmLabel={forever ? texts.purgeNamed : texts.deleteNamed}
      scroller={scroller}
      onConfirm={() => (forever ? acts.purge(site) : acts.remove(site))}
      onClose={onClose}
    >
      {forever ? texts.purging : <Deleting site={site} />}
    </TrashDialog>
  )
}
