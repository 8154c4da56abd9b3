/* oxlint-disable import/no-unassigned-import */
// The page's style sheets; imported once, by the boot. A file of its own, so that importing a part imports no style.
import './fonts.css';
import './tokens.css';
import './global.css';
import './table.css';
