import { catalogue } from '../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  initializing: 'Initializing...',
  nav: {
    home: 'My Workspace',
    inbox: 'Inbox',
    work: 'Workflow Management',
    tasks: 'Tasks',
    instances: 'Instances',
    workflows: 'Workflows',
    files: 'Files',
    forms: 'Forms',
    websites: 'Websites',
    insights: 'Insights',
    analytics: 'Analytics',
    reports: 'Reports',
    configuration: 'Configuration',
    templates: 'Templates',
    integrations: 'Integrations',
    organization: 'Organization',
    orgProfile: 'Org Profile',
    members: 'Members',
    teams: 'Teams',
    pricing: 'Pricing',
    help: 'Help',
    feedback: 'Feedback',
  },
  profileSettings: 'Profile Settings',
  logOut: 'Log Out',
  logOutQuestion: 'Are you sure you want to log out? You will need to sign in again to access your account.',
  restricted: "You don't have permission to access this feature of the application.",
  tryAgain: 'Try Again',
})

export const texts = catalogue({
  product: 'Throughline',
  pageTitle: (title: string) => `${title} · Throughline`,
  start: { failed: 'The page could not be loaded. Check your connection, then reload it.' },

  places: {
    calendar: 'Calendar',
    search: 'Search',
    profile: 'Profile',
    roles: 'Roles and permissions',
    audit: 'Audit log',
    allDocuments: 'All documents',
    allTasks: 'All tasks',
    pendingTasks: 'Pending tasks',
    task: 'Task',
    allInstances: 'All instances',
    inProgressInstances: 'In progress',
    workflowInstances: 'Instances of a workflow',
    instance: 'Instance',
    workflowBuilder: 'Workflow builder',
    formBuilder: 'Form builder',
    websiteBuilder: 'Website builder',
    plans: 'Plans',
    subscription: 'Subscription',
    restricted: 'Access restricted',
    signin: 'Sign in',
    register: 'Register',
    forgotPassword: 'Reset your password',
    signup: 'Create your account',
    resetPassword: 'Choose a new password',
    verify: 'E-mail verification',
    undoEmail: 'Take your account back',
    administration: 'Administration',
  },

  shell: {
    skip: 'Skip to content',
    mainNavigation: 'Main',
    breadcrumb: 'Breadcrumb',
    collapse: 'Collapse navigation',
    expand: 'Expand navigation',
    workspaceMenu: 'workspace menu',
    accountMenu: 'account menu',
    search: 'Search tasks, files and more',
    openSearch: 'Search',
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark', system: 'Same as the computer' },
    new: 'New',
    keyboardShortcuts: 'Keyboard shortcuts',
    chord: (first: string, second: string) => `${first} then ${second}`,
    loading: 'Loading your workspace',
  },

  create: {
    instance: 'Instance',
    workflow: 'Workflow',
    document: 'Upload document',
    form: 'Form',
    report: 'Report',
  },

  phone: { bar: 'Main', home: 'Home', more: 'More', everything: 'All areas' },

  logOut: {
    pending: 'You are signed out on this device',
    pendingNote: 'The server could not be reached to end the session there. It is tried again until it has worked.',
  },

  session: { ended: 'Your session has ended', endedNote: 'Sign in to go on where you were.' },

  backHome: 'Back to My Workspace',
  restrictedAdvice: "Ask your organization's administrator for access.",

  placeholder: {
    text: 'This area is not part of this version yet.',
    key: 'Navigation key',
    searched: 'You searched for',
  },

  trouble: {
    title: 'This page could not be shown',
    unreachable: 'The server could not be reached. Check your connection.',
    unknown: 'Something in the page failed. What you saved is safe.',
    request: (id: string) => `Request ${id}`,
  },

  notFound: { title: 'Not found', text: 'It may have been deleted, or you may not see it.' },
})
