BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	room VARCHAR(24) NOT NULL, 
	seq INTEGER NOT NULL, 
	command VARCHAR(40), 
	guest VARCHAR(40), 
	entry TEXT NOT NULL, 
	PRIMARY KEY (room, seq), 
	CONSTRAINT events_command UNIQUE (room, command), 
	FOREIGN KEY(room) REFERENCES rooms (id)
);
INSERT INTO "events" VALUES('0-UtUetfk6U1',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1796000233362}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',2,'c2','guest-1','{"seq":2,"kind":"rolled","by":"black","outcome":"3","effects":["turn passes"],"ts":1796000233388}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',3,'c4','guest-1','{"seq":3,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1796000233404}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',4,'c6','guest-1','{"seq":4,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1796000233424}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',5,'c8','guest-1','{"seq":5,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1796000233439}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',6,'c10','guest-1','{"seq":6,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1796000233456}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',7,'c12','guest-1','{"seq":7,"kind":"rolled","by":"white","outcome":"1","effects":["ladder","turn passes"],"ts":1796000233477}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',8,'c14','guest-1','{"seq":8,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1796000233489}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',9,'c16','guest-1','{"seq":9,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1796000233507}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',10,'c18','guest-1','{"seq":10,"kind":"rolled","by":"black","outcome":"3","effects":["snake","turn passes"],"ts":1796000233520}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',11,'c20','guest-1','{"seq":11,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1796000233533}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',12,'c22','guest-1','{"seq":12,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1796000233546}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',13,'c24','guest-1','{"seq":13,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1796000233560}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',14,'c26','guest-1','{"seq":14,"kind":"rolled","by":"black","outcome":"2","effects":["ladder","turn passes"],"ts":1796000233572}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',15,'c28','guest-1','{"seq":15,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1796000233585}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',16,'c30','guest-1','{"seq":16,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1796000233597}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',17,'c32','guest-1','{"seq":17,"kind":"rolled","by":"white","outcome":"4","effects":["snake","turn passes"],"ts":1796000233610}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',18,'c34','guest-1','{"seq":18,"kind":"rolled","by":"black","outcome":"4","effects":["ladder","turn passes"],"ts":1796000233624}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',19,'c36','guest-1','{"seq":19,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1796000233637}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',20,'c38','guest-1','{"seq":20,"kind":"rolled","by":"black","outcome":"2","effects":["turn passes"],"ts":1796000233650}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',21,'c40','guest-1','{"seq":21,"kind":"rolled","by":"white","outcome":"1","effects":["ladder","turn passes"],"ts":1796000233665}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',22,'c42','guest-1','{"seq":22,"kind":"rolled","by":"black","outcome":"5","effects":["ladder","turn passes"],"ts":1796000233682}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',23,'c44','guest-1','{"seq":23,"kind":"rolled","by":"white","outcome":"4","effects":["turn passes"],"ts":1796000233696}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',24,'c46','guest-1','{"seq":24,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1796000233712}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',25,'c48','guest-1','{"seq":25,"kind":"rolled","by":"white","outcome":"5","effects":["snake","turn passes"],"ts":1796000233727}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',26,'c50','guest-1','{"seq":26,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1796000233742}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',27,'c52','guest-1','{"seq":27,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1796000233757}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',28,'c54','guest-1','{"seq":28,"kind":"rolled","by":"black","outcome":"6","effects":["turn passes"],"ts":1796000233773}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',29,'c56','guest-1','{"seq":29,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1796000233795}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',30,'c58','guest-1','{"seq":30,"kind":"rolled","by":"black","outcome":"5","effects":["ladder"],"ts":1796000233816}');
INSERT INTO "events" VALUES('0-UtUetfk6U1',31,NULL,'guest-1','{"seq":31,"kind":"over","result":{"winner":"black","kind":"finished","points":1},"ts":1796000233816}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1796000233836}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',2,'c60','guest-1','{"seq":2,"kind":"rolled","by":"black","outcome":"1","effects":["ladder","turn passes"],"ts":1796000233854}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',3,NULL,NULL,'{"seq":3,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1796000233865}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',4,'c62','guest-1','{"seq":4,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1796000233878}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',5,NULL,NULL,'{"seq":5,"kind":"rolled","by":"white","outcome":"4","effects":["ladder","turn passes"],"ts":1796000233881}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',6,'c64','guest-1','{"seq":6,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1796000233892}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',7,NULL,NULL,'{"seq":7,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1796000233899}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',8,'c66','guest-1','{"seq":8,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1796000233911}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',9,NULL,NULL,'{"seq":9,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1796000233914}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',10,'c68','guest-1','{"seq":10,"kind":"rolled","by":"black","outcome":"2","effects":["snake","turn passes"],"ts":1796000233926}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',11,NULL,NULL,'{"seq":11,"kind":"rolled","by":"white","outcome":"3","effects":["turn passes"],"ts":1796000233931}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',12,'c70','guest-1','{"seq":12,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1796000233942}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',13,NULL,NULL,'{"seq":13,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1796000233946}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',14,'c72','guest-1','{"seq":14,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1796000233958}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',15,NULL,NULL,'{"seq":15,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1796000233962}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',16,'c74','guest-1','{"seq":16,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1796000233972}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1796000233975}');
INSERT INTO "events" VALUES('zbdLOAJoaKGr',17,NULL,NULL,'{"seq":17,"kind":"rolled","by":"white","outcome":"3","effects":["snake","turn passes"],"ts":1796000233976}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',2,'c76','guest-1','{"seq":2,"kind":"rolled","by":"red","outcome":"5","effects":["no move","turn passes"],"ts":1796000233990}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',3,'c78','guest-1','{"seq":3,"kind":"rolled","by":"yellow","outcome":"6","ts":1796000234008}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',4,'c80','guest-1','{"seq":4,"kind":"moved","by":"yellow","move":"base","effects":["started","extra roll"],"ts":1796000234021}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',5,'c82','guest-1','{"seq":5,"kind":"rolled","by":"yellow","outcome":"2","ts":1796000234036}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',6,'c84','guest-1','{"seq":6,"kind":"moved","by":"yellow","move":"0","effects":["turn passes"],"ts":1796000234052}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',7,'c86','guest-1','{"seq":7,"kind":"rolled","by":"red","outcome":"1","effects":["no move","turn passes"],"ts":1796000234066}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',8,'c88','guest-1','{"seq":8,"kind":"rolled","by":"yellow","outcome":"5","ts":1796000234080}');
INSERT INTO "events" VALUES('RnhaC5uNv0xZ',9,'c90','guest-1','{"seq":9,"kind":"moved","by":"yellow","move":"2","effects":["turn passes"],"ts":1796000234095}');
INSERT INTO "events" VALUES('1hYPeemepAjm',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1796000234100}');
INSERT INTO "events" VALUES('1hYPeemepAjm',2,'c92','guest-1','{"seq":2,"kind":"rolled","by":"white","outcome":"4,2","ts":1796000234116}');
INSERT INTO "events" VALUES('1hYPeemepAjm',3,'c94','guest-1','{"seq":3,"kind":"moved","by":"white","move":"24/20 24/22","effects":["turn passes"],"ts":1796000234132}');
INSERT INTO "events" VALUES('1hYPeemepAjm',4,'c96','guest-1','{"seq":4,"kind":"rolled","by":"black","outcome":"5,4","ts":1796000234150}');
INSERT INTO "events" VALUES('1hYPeemepAjm',5,'c98','guest-1','{"seq":5,"kind":"moved","by":"black","move":"13/8 13/9","effects":["turn passes"],"ts":1796000234173}');
INSERT INTO "events" VALUES('1hYPeemepAjm',6,'c100','guest-1','{"seq":6,"kind":"rolled","by":"white","outcome":"3,2","ts":1796000234189}');
INSERT INTO "events" VALUES('1hYPeemepAjm',7,'c102','guest-1','{"seq":7,"kind":"moved","by":"white","move":"13/10 13/11","effects":["turn passes"],"ts":1796000234204}');
INSERT INTO "events" VALUES('1hYPeemepAjm',8,'c104','guest-1','{"seq":8,"kind":"rolled","by":"black","outcome":"6,6","ts":1796000234224}');
INSERT INTO "events" VALUES('1hYPeemepAjm',9,'c106','guest-1','{"seq":9,"kind":"moved","by":"black","move":"24/18(2) 13/7(2)","effects":["turn passes"],"ts":1796000234246}');
INSERT INTO "events" VALUES('1hYPeemepAjm',10,'back','guest-1','{"seq":10,"kind":"taken back","by":"white","to":8,"ts":1796000234255}');
INSERT INTO "events" VALUES('shJO_edmRohG',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1796000234258}');
INSERT INTO "events" VALUES('shJO_edmRohG',2,NULL,NULL,'{"seq":2,"kind":"rolled","by":"black","outcome":"1-3,0-0,1-2,6-6,5-5,0-5,3-6,1-1,2-5,4-6,4-5,5-6,1-6,0-3,0-4,1-5,3-5,2-3,1-4,2-2,2-6,2-4,0-6,3-4,0-1,3-3,0-2,4-4","ts":1796000234259}');
INSERT INTO "events" VALUES('shJO_edmRohG',3,'c108','guest-1','{"seq":3,"kind":"moved","by":"black","move":"0-0","effects":["turn passes"],"ts":1796000234278}');
INSERT INTO "events" VALUES('shJO_edmRohG',4,'c110','guest-1','{"seq":4,"kind":"moved","by":"white","move":"0-3>l","effects":["turn passes"],"ts":1796000234338}');
INSERT INTO "events" VALUES('shJO_edmRohG',5,'c112','guest-1','{"seq":5,"kind":"moved","by":"black","move":"0-5>r","effects":["turn passes"],"ts":1796000234358}');
INSERT INTO "events" VALUES('shJO_edmRohG',6,'c114','guest-1','{"seq":6,"kind":"moved","by":"white","move":"2-5>r","effects":["turn passes"],"ts":1796000234377}');
INSERT INTO "events" VALUES('shJO_edmRohG',7,'c116','guest-1','{"seq":7,"kind":"moved","by":"black","move":"1-2>r","effects":["turn passes"],"ts":1796000234395}');
INSERT INTO "events" VALUES('shJO_edmRohG',8,'c118','guest-1','{"seq":8,"kind":"moved","by":"white","move":"1-1>r","effects":["turn passes"],"ts":1796000234418}');
INSERT INTO "events" VALUES('shJO_edmRohG',9,'c120','guest-1','{"seq":9,"kind":"moved","by":"black","move":"1-3>l","effects":["turn passes"],"ts":1796000234438}');
INSERT INTO "events" VALUES('shJO_edmRohG',10,'c122','guest-1','{"seq":10,"kind":"moved","by":"white","move":"1-6>l","effects":["turn passes"],"ts":1796000234455}');
INSERT INTO "events" VALUES('z13cS9FjENdd',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1796000234472}');
INSERT INTO "events" VALUES('z13cS9FjENdd',2,'c124','guest-1','{"seq":2,"kind":"moved","by":"player","move":"1>2:1","effects":["turned 1"],"ts":1796000234490}');
INSERT INTO "events" VALUES('z13cS9FjENdd',3,'c126','guest-1','{"seq":3,"kind":"moved","by":"player","move":"1>9:1","effects":["turned 1"],"ts":1796000234506}');
INSERT INTO "events" VALUES('z13cS9FjENdd',4,'c128','guest-1','{"seq":4,"kind":"moved","by":"player","move":"2>9:1","ts":1796000234526}');
INSERT INTO "events" VALUES('z13cS9FjENdd',5,'c130','guest-1','{"seq":5,"kind":"moved","by":"player","move":"3>8:1","effects":["turned 3"],"ts":1796000234547}');
INSERT INTO "events" VALUES('z13cS9FjENdd',6,'c132','guest-1','{"seq":6,"kind":"moved","by":"player","move":"3>4:1","effects":["turned 3"],"ts":1796000234561}');
INSERT INTO "events" VALUES('z13cS9FjENdd',7,'c134','guest-1','{"seq":7,"kind":"moved","by":"player","move":"4>8:1","ts":1796000234581}');
INSERT INTO "events" VALUES('z13cS9FjENdd',8,'c136','guest-1','{"seq":8,"kind":"moved","by":"player","move":"6>8:1","effects":["turned 6"],"ts":1796000234602}');
INSERT INTO "events" VALUES('z13cS9FjENdd',9,'c138','guest-1','{"seq":9,"kind":"moved","by":"player","move":"6>4:1","effects":["turned 6"],"ts":1796000234624}');
CREATE TABLE rooms (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules VARCHAR(20) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	options TEXT NOT NULL, 
	start TEXT, 
	created BIGINT NOT NULL, 
	updated BIGINT NOT NULL, 
	head INTEGER NOT NULL, 
	over BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "rooms" VALUES('0-UtUetfk6U1','snakes','1.0','local','{}',NULL,1796000233362,1796000233816,31,1);
INSERT INTO "rooms" VALUES('zbdLOAJoaKGr','snakes','1.0','computer','{}',NULL,1796000233836,1796000233976,17,0);
INSERT INTO "rooms" VALUES('RnhaC5uNv0xZ','aeroplane','1.0','local','{}',NULL,1796000233975,1796000234095,9,0);
INSERT INTO "rooms" VALUES('1hYPeemepAjm','backgammon','1.0','local','{}',NULL,1796000234100,1796000234255,10,0);
INSERT INTO "rooms" VALUES('shJO_edmRohG','dominoes','1.0','local','{}',NULL,1796000234258,1796000234455,10,0);
INSERT INTO "rooms" VALUES('z13cS9FjENdd','spider','1.0','local','{"number":126772164,"suits":4,"layout":"xpat2","rule":"strict","runs":"auto"}',NULL,1796000234472,1796000234624,9,0);
CREATE TABLE seats (
	room VARCHAR(24) NOT NULL, 
	side VARCHAR(20) NOT NULL, 
	place INTEGER NOT NULL, 
	guest VARCHAR(40), 
	name VARCHAR(80) NOT NULL, 
	level VARCHAR(20) NOT NULL, 
	PRIMARY KEY (room, side), 
	FOREIGN KEY(room) REFERENCES rooms (id)
);
INSERT INTO "seats" VALUES('0-UtUetfk6U1','black',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('0-UtUetfk6U1','white',1,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('zbdLOAJoaKGr','black',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('zbdLOAJoaKGr','white',1,NULL,'','beginner');
INSERT INTO "seats" VALUES('RnhaC5uNv0xZ','red',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('RnhaC5uNv0xZ','yellow',1,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('1hYPeemepAjm','white',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('1hYPeemepAjm','black',1,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('shJO_edmRohG','black',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('shJO_edmRohG','white',1,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('z13cS9FjENdd','player',0,'guest-1','Amsel','');
CREATE TABLE settings (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE INDEX seats_guest ON seats (guest);
COMMIT;
