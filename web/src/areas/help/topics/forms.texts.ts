import { catalogue } from '../../../ui/catalogue.ts'
import type { HelpTopic } from './topic.ts'

export const forms = catalogue({
  title: 'Forms and Triggers',
  note: 'Let other people start work',
  sections: {
    create: {
      title: 'Create and publish a form',
      steps: [
        'Open Forms and select Create New Form. Type a title and your first question, and press Enter: that’s a field.',
        'Press `/` for other kinds of fields, such as a dropdown, checkboxes, a date, or an attachment.',
        'Select Save to keep a draft that you share with your colleagues.',
        'Select Publish to put the form on its public address. If something stands in the way, the button takes you there.',
        'Select Share and copy the link. Anyone can fill out the form, without an account.',
      ],
      tip: 'Your draft and the public form are separate. Nothing changes for respondents until you publish.',
      keys: { e: 'Edit', o: 'Outline', h: 'Versions', 'mod+s': 'Save the draft' },
    },
    build: {
      title: 'Pages and conditions',
      body: [
        'Pages split a long form. Show if shows a field only when earlier answers match. While it’s hidden, it isn’t required, and nothing typed into it is sent. Try a condition on real responses before you publish it.',
        'Preview shows the form as your respondents see it. Nothing you enter there is saved. Every published version is kept under Versions, and an older one can become the draft again.',
      ],
    },
    start: {
      title: 'Start a workflow from a form',
      steps: [
        'In the list of forms, open the form’s menu and select Triggers.',
        'Select Add New Trigger and pick a workflow. Fields are matched to its variables by name.',
        'Set a fixed value for each required variable that no field provides.',
        'Choose who takes the starter’s place, because no one starts these instances in person.',
      ],
      tip: 'Each response starts each workflow once. If a workflow can’t start, the response is safe. Submissions says why, and it’s tried again as soon as you fix it.',
    },
    submissions: {
      title: 'Read submissions',
      body: [
        'Select View in the list of forms. Find a response by its receipt or an answer, choose columns, and export them as CSV. Open a response to see its answers, its files, and what it started.',
        'A response that looks automated is held. The sender is thanked like everyone else, and nothing starts. You see why it was held, and you either start it or erase it.',
        'Erasing a response deletes its answers and the files that no instance uses. Settings can do this automatically after a number of days.',
      ],
    },
    close: {
      title: 'Close a form',
      body: [
        'Close to new responses closes a form that stays published. Settings can close it on a date or after a number of responses. Unpublish takes it off its address. A deleted form stays in the trash for 30 days, with its responses.',
      ],
    },
    limit: {
      title: 'Limit who sees responses',
      body: [
        'A form can be limited to teams and people. No one else finds the form, its responses, or their files. Anyone with the link can still respond.',
      ],
    },
    website: {
      title: 'Create and publish a website',
      steps: [
        'Open Websites and select Create New Website. It starts with four pages: Home, About, Offerings, and Contact.',
        'Add headings, paragraphs, images, sections, and forms. Click text twice to edit it on the page, or edit it in the sidebar.',
        'Select Save to keep a draft that you share with your colleagues.',
        'Select Publish. You see what changed, what to fix first, and how large your pages are, then the website is on its public address.',
        'In the list, select Share to copy the address.',
      ],
      tip: 'Your draft and the public website are separate. Nothing changes for visitors until you publish.',
    },
    'website-parts': {
      title: 'Parts of a website',
      body: [
        'Text supports three kinds of formatting: **bold**, *italic*, and [links](/about). A paragraph that is only a link shows as a button. Links lead to your own pages, to https addresses, to email addresses, and to phone numbers.',
        'Images come from Files or from an address, which is copied once. Describe each image for people who can’t see it, or mark it as decorative.',
        'Under Pages you rename, move, and delete pages and change their addresses. The menu and the links in your texts follow, and visitors who use the former address are redirected. You can take a page out of the menu or hide it from search engines. Header and footer are under Settings.',
      ],
    },
    'website-versions': {
      title: 'Go back to an older version of a website',
      body: [
        'Every time you publish, a version is kept. Open Versions in the builder. Publish version makes an older one public again at once. Restore as draft brings it back for you to edit; visitors see it after you publish again. Unpublish, in the list or the builder, takes the website off its address.',
      ],
    },
  },
} satisfies HelpTopic)
