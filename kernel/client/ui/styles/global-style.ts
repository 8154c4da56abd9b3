/* oxlint-disable import/no-unassigned-import */
// The page's style sheets, imported once at the start. A separate module, so that importing a component imports no
// style sheet.
import './fonts.css';
import '#kernel/domain/theme/colors.css';
import './tokens.css';
import './global.css';
import './table.css';
