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
  start: { failed: 'The page couldn’t be loaded. Check your connection, then reload it.' },

  places: {
    calendar: 'Calendar',
    search: 'Search',
    profile: 'Profile',
    roles: 'Roles and permissions',
    audit: 'Audit log',
    notifications: 'Notifications',
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
    verify: 'Email verification',
    undoEmail: 'Take your account back',
    decide: 'Your decision',
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
    search: 'Search tasks, files, and more',
    openSearch: 'Search',
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark', system: 'System' },
    new: 'New',
    keyboardShortcuts: 'Keyboard shortcuts',
    chord: (first: string, second: string) => `${first} then ${second}`,
    loading: 'Loading your workspace',
    unread: 'unread',
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
    pending: 'You’re signed out on this device',
    pendingNote: 'The server couldn’t be reached to end the session. We’ll keep trying.',
  },

  session: { ended: 'Your session has ended', endedNote: 'Sign in to continue where you left off.' },

  backHome: 'Back to My Workspace',
  restrictedAdvice: "Ask your organization's administrator for access.",

  placeholder: {
    text: 'This area isn’t part of this version yet.',
    key: 'Navigation key',
    searched: 'You searched for',
  },

  trouble: {
    title: 'This page couldn’t be shown',
    unreachable: 'The server couldn’t be reached. Check your connection.',
    unknown: 'Something went wrong on this page. Your saved work is safe.',
    request: (id: string) => `Request ${id}`,
  },

  notFound: { title: 'Not found', text: 'It may have been deleted, or you don’t have access to it.' },
})
