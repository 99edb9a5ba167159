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
INSERT INTO "events" VALUES('76tp_RDvHmC1',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1795997435824}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',2,'c2','guest-1','{"seq":2,"kind":"rolled","by":"black","outcome":"3","effects":["turn passes"],"ts":1795997435879}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',3,'c4','guest-1','{"seq":3,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1795997435906}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',4,'c6','guest-1','{"seq":4,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997435937}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',5,'c8','guest-1','{"seq":5,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997435952}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',6,'c10','guest-1','{"seq":6,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997435972}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',7,'c12','guest-1','{"seq":7,"kind":"rolled","by":"white","outcome":"1","effects":["ladder","turn passes"],"ts":1795997435992}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',8,'c14','guest-1','{"seq":8,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997436015}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',9,'c16','guest-1','{"seq":9,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997436034}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',10,'c18','guest-1','{"seq":10,"kind":"rolled","by":"black","outcome":"3","effects":["snake","turn passes"],"ts":1795997436052}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',11,'c20','guest-1','{"seq":11,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997436075}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',12,'c22','guest-1','{"seq":12,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997436098}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',13,'c24','guest-1','{"seq":13,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997436116}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',14,'c26','guest-1','{"seq":14,"kind":"rolled","by":"black","outcome":"2","effects":["ladder","turn passes"],"ts":1795997436133}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',15,'c28','guest-1','{"seq":15,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997436152}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',16,'c30','guest-1','{"seq":16,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997436170}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',17,'c32','guest-1','{"seq":17,"kind":"rolled","by":"white","outcome":"4","effects":["snake","turn passes"],"ts":1795997436188}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',18,'c34','guest-1','{"seq":18,"kind":"rolled","by":"black","outcome":"4","effects":["ladder","turn passes"],"ts":1795997436208}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',19,'c36','guest-1','{"seq":19,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997436229}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',20,'c38','guest-1','{"seq":20,"kind":"rolled","by":"black","outcome":"2","effects":["turn passes"],"ts":1795997436247}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',21,'c40','guest-1','{"seq":21,"kind":"rolled","by":"white","outcome":"1","effects":["ladder","turn passes"],"ts":1795997436273}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',22,'c42','guest-1','{"seq":22,"kind":"rolled","by":"black","outcome":"5","effects":["ladder","turn passes"],"ts":1795997436289}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',23,'c44','guest-1','{"seq":23,"kind":"rolled","by":"white","outcome":"4","effects":["turn passes"],"ts":1795997436308}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',24,'c46','guest-1','{"seq":24,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997436340}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',25,'c48','guest-1','{"seq":25,"kind":"rolled","by":"white","outcome":"5","effects":["snake","turn passes"],"ts":1795997436363}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',26,'c50','guest-1','{"seq":26,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997436384}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',27,'c52','guest-1','{"seq":27,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1795997436409}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',28,'c54','guest-1','{"seq":28,"kind":"rolled","by":"black","outcome":"6","effects":["turn passes"],"ts":1795997436425}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',29,'c56','guest-1','{"seq":29,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997436444}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',30,'c58','guest-1','{"seq":30,"kind":"rolled","by":"black","outcome":"5","effects":["ladder"],"ts":1795997436464}');
INSERT INTO "events" VALUES('76tp_RDvHmC1',31,NULL,'guest-1','{"seq":31,"kind":"over","result":{"winner":"black","kind":"finished","points":1},"ts":1795997436464}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1795997436480}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',2,'c60','guest-1','{"seq":2,"kind":"rolled","by":"black","outcome":"1","effects":["ladder","turn passes"],"ts":1795997436503}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',3,NULL,NULL,'{"seq":3,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997436509}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',4,'c62','guest-1','{"seq":4,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997436528}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',5,NULL,NULL,'{"seq":5,"kind":"rolled","by":"white","outcome":"4","effects":["ladder","turn passes"],"ts":1795997436548}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',6,'c64','guest-1','{"seq":6,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997436559}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',7,NULL,NULL,'{"seq":7,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1795997436573}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',8,'c66','guest-1','{"seq":8,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997436589}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',9,NULL,NULL,'{"seq":9,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997436594}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',10,'c68','guest-1','{"seq":10,"kind":"rolled","by":"black","outcome":"2","effects":["snake","turn passes"],"ts":1795997436604}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',11,NULL,NULL,'{"seq":11,"kind":"rolled","by":"white","outcome":"3","effects":["turn passes"],"ts":1795997436606}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',12,'c70','guest-1','{"seq":12,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997436625}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',13,NULL,NULL,'{"seq":13,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1795997436635}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',14,'c74','guest-1','{"seq":14,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997436661}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',15,NULL,NULL,'{"seq":15,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997436665}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',16,'c76','guest-1','{"seq":16,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997436681}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',17,NULL,NULL,'{"seq":17,"kind":"rolled","by":"white","outcome":"3","effects":["snake","turn passes"],"ts":1795997436689}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',18,'c78','guest-1','{"seq":18,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997436700}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',19,NULL,NULL,'{"seq":19,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997436709}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',20,'c80','guest-1','{"seq":20,"kind":"rolled","by":"black","outcome":"2","effects":["snake","turn passes"],"ts":1795997436720}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',21,NULL,NULL,'{"seq":21,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997436722}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',22,'c82','guest-1','{"seq":22,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997436733}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',23,NULL,NULL,'{"seq":23,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997436734}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',24,'c84','guest-1','{"seq":24,"kind":"rolled","by":"black","outcome":"6","effects":["turn passes"],"ts":1795997436749}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',25,NULL,NULL,'{"seq":25,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1795997436750}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',26,'c86','guest-1','{"seq":26,"kind":"rolled","by":"black","outcome":"3","effects":["turn passes"],"ts":1795997436760}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',27,NULL,NULL,'{"seq":27,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997436765}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',28,'c88','guest-1','{"seq":28,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997436776}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',29,NULL,NULL,'{"seq":29,"kind":"rolled","by":"white","outcome":"6","effects":["snake","turn passes"],"ts":1795997436781}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',30,'c90','guest-1','{"seq":30,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997436792}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',31,NULL,NULL,'{"seq":31,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997436801}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',32,'c92','guest-1','{"seq":32,"kind":"rolled","by":"black","outcome":"1","effects":["snake","turn passes"],"ts":1795997436811}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',33,NULL,NULL,'{"seq":33,"kind":"rolled","by":"white","outcome":"5","effects":["ladder","turn passes"],"ts":1795997436816}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',34,'c94','guest-1','{"seq":34,"kind":"rolled","by":"black","outcome":"2","effects":["ladder","turn passes"],"ts":1795997436827}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',35,NULL,NULL,'{"seq":35,"kind":"rolled","by":"white","outcome":"4","effects":["turn passes"],"ts":1795997436835}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',36,'c96','guest-1','{"seq":36,"kind":"rolled","by":"black","outcome":"6","effects":["turn passes"],"ts":1795997436846}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',37,NULL,NULL,'{"seq":37,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997436851}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',38,'c98','guest-1','{"seq":38,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997436861}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',39,NULL,NULL,'{"seq":39,"kind":"rolled","by":"white","outcome":"3","effects":["snake","turn passes"],"ts":1795997436865}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',40,'c100','guest-1','{"seq":40,"kind":"rolled","by":"black","outcome":"4","effects":["snake","turn passes"],"ts":1795997436876}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',41,NULL,NULL,'{"seq":41,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997436877}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',42,'c102','guest-1','{"seq":42,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997436887}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',43,NULL,NULL,'{"seq":43,"kind":"rolled","by":"white","outcome":"3","effects":["turn passes"],"ts":1795997436893}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',44,'c104','guest-1','{"seq":44,"kind":"rolled","by":"black","outcome":"3","effects":["turn passes"],"ts":1795997436904}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',45,NULL,NULL,'{"seq":45,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1795997436913}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',46,'c106','guest-1','{"seq":46,"kind":"rolled","by":"black","outcome":"2","effects":["snake","turn passes"],"ts":1795997436924}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',47,NULL,NULL,'{"seq":47,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997436929}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',48,'c108','guest-1','{"seq":48,"kind":"rolled","by":"black","outcome":"2","effects":["turn passes"],"ts":1795997436940}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',49,NULL,NULL,'{"seq":49,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997436953}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',50,'c110','guest-1','{"seq":50,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997436963}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',51,NULL,NULL,'{"seq":51,"kind":"rolled","by":"white","outcome":"3","effects":["turn passes"],"ts":1795997436965}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',52,'c114','guest-1','{"seq":52,"kind":"rolled","by":"black","outcome":"5","effects":["ladder","turn passes"],"ts":1795997436987}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',53,NULL,NULL,'{"seq":53,"kind":"rolled","by":"white","outcome":"4","effects":["turn passes"],"ts":1795997437000}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',54,'c116','guest-1','{"seq":54,"kind":"rolled","by":"black","outcome":"3","effects":["snake","turn passes"],"ts":1795997437010}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',55,NULL,NULL,'{"seq":55,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997437017}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',56,'c118','guest-1','{"seq":56,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997437027}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',57,NULL,NULL,'{"seq":57,"kind":"rolled","by":"white","outcome":"3","effects":["turn passes"],"ts":1795997437036}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',58,'c120','guest-1','{"seq":58,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997437048}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',59,NULL,NULL,'{"seq":59,"kind":"rolled","by":"white","outcome":"1","effects":["snake","turn passes"],"ts":1795997437061}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',60,'c122','guest-1','{"seq":60,"kind":"rolled","by":"black","outcome":"1","effects":["ladder","turn passes"],"ts":1795997437077}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',61,NULL,NULL,'{"seq":61,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997437085}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',62,'c124','guest-1','{"seq":62,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997437096}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',63,NULL,NULL,'{"seq":63,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1795997437101}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',64,'c126','guest-1','{"seq":64,"kind":"rolled","by":"black","outcome":"3","effects":["ladder","turn passes"],"ts":1795997437112}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',65,NULL,NULL,'{"seq":65,"kind":"rolled","by":"white","outcome":"2","effects":["turn passes"],"ts":1795997437115}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',66,'c128','guest-1','{"seq":66,"kind":"rolled","by":"black","outcome":"4","effects":["ladder","turn passes"],"ts":1795997437125}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',67,NULL,NULL,'{"seq":67,"kind":"rolled","by":"white","outcome":"4","effects":["turn passes"],"ts":1795997437129}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',68,'c130','guest-1','{"seq":68,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997437140}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',69,NULL,NULL,'{"seq":69,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997437153}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',70,'c132','guest-1','{"seq":70,"kind":"rolled","by":"black","outcome":"1","effects":["snake","turn passes"],"ts":1795997437164}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',71,NULL,NULL,'{"seq":71,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997437167}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',72,'c134','guest-1','{"seq":72,"kind":"rolled","by":"black","outcome":"5","effects":["turn passes"],"ts":1795997437177}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',73,NULL,NULL,'{"seq":73,"kind":"rolled","by":"white","outcome":"3","effects":["ladder","turn passes"],"ts":1795997437185}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',74,'c136','guest-1','{"seq":74,"kind":"rolled","by":"black","outcome":"3","effects":["turn passes"],"ts":1795997437197}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',75,NULL,NULL,'{"seq":75,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997437209}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',76,'c138','guest-1','{"seq":76,"kind":"rolled","by":"black","outcome":"3","effects":["turn passes"],"ts":1795997437220}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',77,NULL,NULL,'{"seq":77,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997437233}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',78,'c140','guest-1','{"seq":78,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997437244}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',79,NULL,NULL,'{"seq":79,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997437254}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',80,'c142','guest-1','{"seq":80,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997437264}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',81,NULL,NULL,'{"seq":81,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997437267}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',82,'c144','guest-1','{"seq":82,"kind":"rolled","by":"black","outcome":"1","effects":["snake","turn passes"],"ts":1795997437278}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',83,NULL,NULL,'{"seq":83,"kind":"rolled","by":"white","outcome":"3","effects":["snake","turn passes"],"ts":1795997437289}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',84,'c146','guest-1','{"seq":84,"kind":"rolled","by":"black","outcome":"4","effects":["turn passes"],"ts":1795997437300}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',85,NULL,NULL,'{"seq":85,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997437305}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',86,'c148','guest-1','{"seq":86,"kind":"rolled","by":"black","outcome":"6","effects":["turn passes"],"ts":1795997437316}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',87,NULL,NULL,'{"seq":87,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997437321}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',88,'c152','guest-1','{"seq":88,"kind":"rolled","by":"black","outcome":"1","effects":["turn passes"],"ts":1795997437342}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',89,NULL,NULL,'{"seq":89,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997437353}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',90,'c154','guest-1','{"seq":90,"kind":"rolled","by":"black","outcome":"6","effects":["turn passes"],"ts":1795997437364}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',91,NULL,NULL,'{"seq":91,"kind":"rolled","by":"white","outcome":"3","effects":["turn passes"],"ts":1795997437368}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',92,'c158','guest-1','{"seq":92,"kind":"rolled","by":"black","outcome":"6","effects":["turn passes"],"ts":1795997437390}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',93,NULL,NULL,'{"seq":93,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997437401}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',94,'c162','guest-1','{"seq":94,"kind":"rolled","by":"black","outcome":"6","effects":["too high","turn passes"],"ts":1795997437423}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',95,NULL,NULL,'{"seq":95,"kind":"rolled","by":"white","outcome":"4","effects":["snake","turn passes"],"ts":1795997437433}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',96,'c166','guest-1','{"seq":96,"kind":"rolled","by":"black","outcome":"3","effects":["turn passes"],"ts":1795997437454}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',97,NULL,NULL,'{"seq":97,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997437465}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',98,'c170','guest-1','{"seq":98,"kind":"rolled","by":"black","outcome":"4","effects":["too high","turn passes"],"ts":1795997437487}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',99,NULL,NULL,'{"seq":99,"kind":"rolled","by":"white","outcome":"6","effects":["turn passes"],"ts":1795997437498}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',100,'c174','guest-1','{"seq":100,"kind":"rolled","by":"black","outcome":"3","effects":["too high","turn passes"],"ts":1795997437524}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',101,NULL,NULL,'{"seq":101,"kind":"rolled","by":"white","outcome":"1","effects":["turn passes"],"ts":1795997437537}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',102,'c176','guest-1','{"seq":102,"kind":"rolled","by":"black","outcome":"4","effects":["too high","turn passes"],"ts":1795997437550}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',103,NULL,NULL,'{"seq":103,"kind":"rolled","by":"white","outcome":"3","effects":["turn passes"],"ts":1795997437565}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',104,'c180','guest-1','{"seq":104,"kind":"rolled","by":"black","outcome":"2","effects":["too high","turn passes"],"ts":1795997437593}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',105,NULL,NULL,'{"seq":105,"kind":"rolled","by":"white","outcome":"5","effects":["turn passes"],"ts":1795997437597}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',106,'c184','guest-1','{"seq":106,"kind":"rolled","by":"black","outcome":"1","ts":1795997437619}');
INSERT INTO "events" VALUES('EjAzw81sEXAQ',107,NULL,'guest-1','{"seq":107,"kind":"over","result":{"winner":"black","kind":"finished","points":1},"ts":1795997437619}');
INSERT INTO "events" VALUES('56v1qXesDieq',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1795997437643}');
INSERT INTO "events" VALUES('56v1qXesDieq',2,'c186','guest-1','{"seq":2,"kind":"rolled","by":"red","outcome":"4","effects":["no move","turn passes"],"ts":1795997437668}');
INSERT INTO "events" VALUES('56v1qXesDieq',3,'c188','guest-1','{"seq":3,"kind":"rolled","by":"yellow","outcome":"1","effects":["no move","turn passes"],"ts":1795997437689}');
INSERT INTO "events" VALUES('56v1qXesDieq',4,'c190','guest-1','{"seq":4,"kind":"rolled","by":"red","outcome":"2","effects":["no move","turn passes"],"ts":1795997437712}');
INSERT INTO "events" VALUES('56v1qXesDieq',5,'c192','guest-1','{"seq":5,"kind":"rolled","by":"yellow","outcome":"3","effects":["no move","turn passes"],"ts":1795997437737}');
INSERT INTO "events" VALUES('56v1qXesDieq',6,'c194','guest-1','{"seq":6,"kind":"rolled","by":"red","outcome":"2","effects":["no move","turn passes"],"ts":1795997437753}');
INSERT INTO "events" VALUES('56v1qXesDieq',7,'c196','guest-1','{"seq":7,"kind":"rolled","by":"yellow","outcome":"6","ts":1795997437779}');
INSERT INTO "events" VALUES('56v1qXesDieq',8,'c198','guest-1','{"seq":8,"kind":"moved","by":"yellow","move":"base","effects":["started","extra roll"],"ts":1795997437805}');
INSERT INTO "events" VALUES('56v1qXesDieq',9,'c200','guest-1','{"seq":9,"kind":"rolled","by":"yellow","outcome":"2","ts":1795997437828}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1795997437838}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',2,'c202','guest-1','{"seq":2,"kind":"rolled","by":"white","outcome":"6,1","ts":1795997437860}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',3,'c204','guest-1','{"seq":3,"kind":"moved","by":"white","move":"24/18 24/23","effects":["turn passes"],"ts":1795997437882}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',4,'c206','guest-1','{"seq":4,"kind":"rolled","by":"black","outcome":"6,1","ts":1795997437904}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',5,'c208','guest-1','{"seq":5,"kind":"moved","by":"black","move":"24/18 24/23","effects":["turn passes"],"ts":1795997437937}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',6,'c210','guest-1','{"seq":6,"kind":"rolled","by":"white","outcome":"6,4","ts":1795997437966}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',7,'c212','guest-1','{"seq":7,"kind":"moved","by":"white","move":"13/7* 13/9","effects":["hit 7","turn passes"],"ts":1795997438005}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',8,'c214','guest-1','{"seq":8,"kind":"rolled","by":"black","outcome":"3,1","ts":1795997438037}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',9,'c216','guest-1','{"seq":9,"kind":"moved","by":"black","move":"bar/22 23/22","effects":["turn passes"],"ts":1795997438054}');
INSERT INTO "events" VALUES('ikX-dnvOc_PN',10,'back','guest-1','{"seq":10,"kind":"taken back","by":"white","to":8,"ts":1795997438074}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1795997438086}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',2,NULL,NULL,'{"seq":2,"kind":"rolled","by":"black","outcome":"1-3,3-4,6-6,3-5,3-3,4-4,0-6,2-4,0-0,1-4,0-3,2-5,5-6,0-1,0-2,1-1,5-5,1-5,3-6,4-5,4-6,2-2,0-4,1-2,2-6,1-6,2-3,0-5","ts":1795997438086}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',3,'c218','guest-1','{"seq":3,"kind":"moved","by":"black","move":"0-6","effects":["turn passes"],"ts":1795997438114}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',4,'c220','guest-1','{"seq":4,"kind":"moved","by":"white","move":"0-0>l","effects":["turn passes"],"ts":1795997438190}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',5,'c222','guest-1','{"seq":5,"kind":"moved","by":"black","move":"6-6>r","effects":["turn passes"],"ts":1795997438218}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',6,'c224','guest-1','{"seq":6,"kind":"moved","by":"white","move":"0-1>l","effects":["turn passes"],"ts":1795997438245}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',7,'c226','guest-1','{"seq":7,"kind":"moved","by":"black","move":"1-3>l","effects":["turn passes"],"ts":1795997438274}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',8,'c228','guest-1','{"seq":8,"kind":"moved","by":"white","move":"0-3>l","effects":["turn passes"],"ts":1795997438298}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',9,'c230','guest-1','{"seq":9,"kind":"rolled","by":"black","outcome":"0-5","ts":1795997438318}');
INSERT INTO "events" VALUES('mr4iYs1JYzkW',10,'c232','guest-1','{"seq":10,"kind":"moved","by":"black","move":"0-5>l","effects":["turn passes"],"ts":1795997438344}');
INSERT INTO "events" VALUES('0NuVircECRjT',1,NULL,NULL,'{"seq":1,"kind":"started","ts":1795997438358}');
INSERT INTO "events" VALUES('0NuVircECRjT',2,'c234','guest-1','{"seq":2,"kind":"moved","by":"player","move":"2>8:1","effects":["turned 2"],"ts":1795997438380}');
INSERT INTO "events" VALUES('0NuVircECRjT',3,'c236','guest-1','{"seq":3,"kind":"moved","by":"player","move":"2>4:1","effects":["turned 2"],"ts":1795997438410}');
INSERT INTO "events" VALUES('0NuVircECRjT',4,'c238','guest-1','{"seq":4,"kind":"moved","by":"player","move":"3>1:1","effects":["turned 3"],"ts":1795997438441}');
INSERT INTO "events" VALUES('0NuVircECRjT',5,'c240','guest-1','{"seq":5,"kind":"moved","by":"player","move":"1>6:1","ts":1795997438457}');
INSERT INTO "events" VALUES('0NuVircECRjT',6,'c242','guest-1','{"seq":6,"kind":"moved","by":"player","move":"4>5:1","ts":1795997438485}');
INSERT INTO "events" VALUES('0NuVircECRjT',7,'c244','guest-1','{"seq":7,"kind":"moved","by":"player","move":"4>10:1","effects":["turned 4"],"ts":1795997438511}');
INSERT INTO "events" VALUES('0NuVircECRjT',8,'c246','guest-1','{"seq":8,"kind":"moved","by":"player","move":"4>5:1","effects":["turned 4"],"ts":1795997438542}');
INSERT INTO "events" VALUES('0NuVircECRjT',9,'c248','guest-1','{"seq":9,"kind":"moved","by":"player","move":"6>1:1","ts":1795997438565}');
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
INSERT INTO "rooms" VALUES('76tp_RDvHmC1','snakes','1.0','local','{}',NULL,1795997435824,1795997436464,31,1);
INSERT INTO "rooms" VALUES('EjAzw81sEXAQ','snakes','1.0','computer','{}',NULL,1795997436480,1795997437619,107,1);
INSERT INTO "rooms" VALUES('56v1qXesDieq','aeroplane','1.0','local','{}',NULL,1795997437643,1795997437828,9,0);
INSERT INTO "rooms" VALUES('ikX-dnvOc_PN','backgammon','1.0','local','{}',NULL,1795997437838,1795997438074,10,0);
INSERT INTO "rooms" VALUES('mr4iYs1JYzkW','dominoes','1.0','local','{}',NULL,1795997438086,1795997438344,10,0);
INSERT INTO "rooms" VALUES('0NuVircECRjT','spider','1.0','local','{"number":449840379,"suits":4,"layout":"xpat2","rule":"strict","runs":"auto"}',NULL,1795997438358,1795997438565,9,0);
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
INSERT INTO "seats" VALUES('76tp_RDvHmC1','black',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('76tp_RDvHmC1','white',1,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('EjAzw81sEXAQ','black',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('EjAzw81sEXAQ','white',1,NULL,'','beginner');
INSERT INTO "seats" VALUES('56v1qXesDieq','red',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('56v1qXesDieq','yellow',1,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('ikX-dnvOc_PN','white',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('ikX-dnvOc_PN','black',1,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('mr4iYs1JYzkW','black',0,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('mr4iYs1JYzkW','white',1,'guest-1','Amsel','');
INSERT INTO "seats" VALUES('0NuVircECRjT','player',0,'guest-1','Amsel','');
CREATE TABLE settings (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE INDEX seats_guest ON seats (guest);
COMMIT;
