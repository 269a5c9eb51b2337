/** All tables, by the names of their constants. */
import * as applications from '#db/schema/applications';
import * as desk from '#db/schema/desk';
import * as returns from '#db/schema/insurer';
import * as law from '#db/schema/law';
import * as mails from '#db/schema/mails';
import * as staff from '#db/schema/staff';
import * as system from '#db/schema/system';
import * as tariffs from '#db/schema/tariffs';

export const schema = {
  ...applications,
  ...desk,
  ...law,
  ...mails,
  ...returns,
  ...staff,
  ...system,
  ...tariffs,
};
