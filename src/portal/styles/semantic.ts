/** The style sheets of semantic-ui-css/components that the portal's pages need. */
export const components: string[] = ['breadcrumb'];

/** The portal's own style sheets in the order they are laid upon those; the first two shape what is visible at first. */
export const sheets: string[] = [
  'base.css',
  'shell.css',
  'list.css',
  'cards.css',
  'detail.css',
  'sections.css',
  'home.css',
  'forms.css',
  'tables.css',
  'posts.css',
  'comments.css',
  'fields.css',
];
